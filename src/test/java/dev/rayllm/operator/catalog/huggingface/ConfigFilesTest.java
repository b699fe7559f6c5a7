package dev.rayllm.operator.catalog.huggingface;

import static dev.rayllm.operator.catalog.huggingface.Fixtures.architecture;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.imported;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.json;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.plain;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.api.v1alpha1.Architecture;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file must have, what it may call it, and what is said of the rest. */
class ConfigFilesTest {

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "num_attention_heads": null                                   | num_attention_heads is missing
            "num_attention_heads": 0                                      | num_attention_heads must be above 0 and is 0
            "num_attention_heads": 12                                     | hidden_size 4096 is not divisible by num_attention_heads 12: give head_dim
            "num_attention_heads": 30, "head_dim": 128                    | num_attention_heads 30 is not divisible by num_key_value_heads 8
            "hidden_size": -4096                                          | hidden_size must be above 0 and is -4096
            "hidden_size": "4096"                                         | hidden_size is the text '4096'; a whole number is wanted
            "hidden_size": 40.5                                           | hidden_size is the number 40.5; a whole number is wanted
            "num_hidden_layers": 0                                        | num_hidden_layers must be above 0 and is 0
            "num_hidden_layers": true                                     | num_hidden_layers is true; a whole number is wanted
            "vocab_size": 1e12                                            | vocab_size is the number 1.0E12; a whole number is wanted
            "num_key_value_heads": 0                                      | num_key_value_heads must be above 0 and is 0
            "intermediate_size": null                                     | intermediate_size is missing, and there are no experts (num_experts)
            "model_type": null                                            | model_type is missing
            "num_experts": 8                                              | num_experts_per_tok must be 1 to 8 (num_experts) and is null
            "num_experts": 8, "num_experts_per_tok": 9                    | num_experts_per_tok must be 1 to 8 (num_experts) and is 9
            "kv_lora_rank": 512                                           | qk_rope_head_dim is missing for a model with kv_lora_rank (MLA)
            "full_attention_interval": 4                                  | linear_num_value_heads is missing for the 24 linear layers
            """)
    void faultsAreNamedInTheFilesOwnWords(String keys, String fault) {
        Imported imported = imported(with(keys.strip()));
        assertThat(imported.spec()).isNull();
        assertThat(imported.faults()).anySatisfy(text -> assertThat(text).startsWith("config.json: ").contains(fault.strip()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                                    | config.json is empty
            `   `                                 | config.json is empty
            [1, 2]                                | config.json holds no object { … }, but a list
            null                                  | config.json holds no object { … }, but null
            hello                                 | config.json:1:1: is not JSON: Unrecognized token 'hello'
            {"a": 1                               | is not JSON: Unexpected end-of-input
            {"a": 1, "a": 2}                      | config.json:1:13: is not JSON: Duplicate field 'a'
            {"a": 1} {"b": 2}                     | is not JSON
            {"weight_map": {}}                    | config.json is an index: give config.json first
            """)
    void whatIsNoConfig(String text, String message) {
        assertThatThrownBy(() -> new HuggingFaceFiles("config.json", utf8(text))).isInstanceOf(UnusableFile.class)
                .hasMessageContaining(message.strip());
    }

    @Test
    void depthIsBounded() {
        String deep = "{\"a\":".repeat(200) + "1" + "}".repeat(200);
        assertThatThrownBy(() -> new HuggingFaceFiles("config.json", utf8(deep))).isInstanceOf(UnusableFile.class)
                .hasMessageContaining("nesting depth");
    }

    @Test
    void pythonsInfinityAndByteOrderMarkAreRead() {
        String text = "\uFEFF" + plain().toString().replaceFirst("\\{", "{\"time_step_limit\": [0.0, Infinity], \"x_eps\": NaN, ");
        Imported imported = new HuggingFaceFiles("config.json", utf8(text)).profile("acme/a");
        assertThat(imported.faults()).isEmpty();
        assertThat(imported.unknown()).isEmpty();
    }

    @Test
    void otherNamesOfTheSameThing() {
        Architecture arch = architecture(json("""
                {"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024, "n_inner": 3072,
                 "vocab_size": 50257}"""));
        assertThat(arch.hiddenSize()).isEqualTo(768);
        assertThat(arch.numHiddenLayers()).isEqualTo(12);
        assertThat(arch.numAttentionHeads()).isEqualTo(12);
        assertThat(arch.maxPositionEmbeddings()).isEqualTo(1024);
        assertThat(arch.tieWordEmbeddings()).as("the family's default").isTrue();
        assertThat(architecture(with("\"num_key_value_heads\": null, \"multi_query\": true")).keyValueHeads()).isEqualTo(1);
    }

    @Test
    void languageModelOfMultimodalOnesIsFoundUnderItsNames() {
        for (String part : new String[] {"text_config", "llm_config", "language_config"}) {
            ObjectNode config = (ObjectNode) json("{\"model_type\": \"new_vl\", \"torch_dtype\": \"float16\"}");
            config.set(part, plain());
            config.set("vision_config", json("{\"depth\": 24, \"embed_dim\": 1024, \"hidden_size\": 4096}"));
            Architecture arch = architecture(config);
            assertThat(arch.modelType()).isEqualTo("new_vl");
            assertThat(arch.hiddenSize()).isEqualTo(4096);
            assertThat(arch.visionNumHiddenLayers()).isEqualTo(24);
            assertThat(arch.visionHiddenSize()).as("embed_dim: hidden_size is the language model's").isEqualTo(1024);
        }
        ObjectNode omni = (ObjectNode) json("{\"model_type\": \"qwen2_5_omni\", \"thinker_config\": {\"audio_config\": {\"d_model\": 1280}}}");
        ((ObjectNode) omni.get("thinker_config")).set("text_config", plain());
        assertThat(architecture(omni).numHiddenLayers()).isEqualTo(32);
    }

    @Test
    void towersThatAreNotCountedAreTold() {
        ObjectNode config = plain();
        config.set("audio_config", json("{\"d_model\": 1280}"));
        assertThat(imported(config).unknown()).containsExactly(
                "audio_config: its weights are not counted; give the index so that its bytes count");
    }

    @Test
    void unknownFamilyIsToldWithEveryKeyThatNothingWasMadeOf() {
        Imported imported = imported(with("\"model_type\": \"brandnew\", \"num_memory_banks\": 7, \"fancy\": {\"a\": 1}, \"flag\": true,"
                + " \"off\": false, \"zero\": 0, \"eos_token_id\": 5, \"hidden_dropout\": 0.5, \"rope_theta\": 5e5"));
        assertThat(imported.faults()).isEmpty();
        assertThat(imported.unknown()).containsExactly(
                "model_type 'brandnew' is not known here: read as a plain decoder (gated MLP, two norms a layer, no biases), which"
                        + " sizing takes it for",
                "num_memory_banks (the number 7) is not understood", "fancy (an object) is not understood",
                "flag (true) is not understood");
        assertThat(imported.spec().notes()).startsWith("Imported; not known: model_type 'brandnew'").endsWith("is not understood.");
    }

    @Test
    void aFloodOfUnknownKeysIsCutShort() {
        ObjectNode config = plain();
        for (int i = 0; i < 5000; i++) {
            config.put("strange_" + i, i + 2);
        }
        Imported imported = imported(config);
        assertThat(imported.unknown()).hasSize(21).last().asString().isEqualTo("4980 further keys are not understood");
        assertThat(imported.spec().notes().length()).isLessThanOrEqualTo(1024);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null                                                                                      | 8192
            {"rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 8192}          | 8192
            {"type": "linear", "factor": 4.0}                                                         | 32768
            {"type": "dynamic", "factor": 2.0}                                                        | 16384
            {"rope_type": "yarn", "factor": 32.0, "original_max_position_embeddings": 4096}           | 131072
            {"type": "longrope", "factor": 4.0}                                                       | 8192
            {"type": "mrope", "mrope_section": [16, 24, 24]}                                          | 8192
            {"type": "linear", "factor": "four"}                                                      | 8192
            {"type": "linear", "factor": 1e300}                                                       | 8192
            """)
    void contextIsWhatTheEngineMakesOfTheScaling(String scaling, int tokens) {
        assertThat(architecture(plain(config -> config.set("rope_scaling", json(scaling)))).maxPositionEmbeddings()).isEqualTo(tokens);
    }

    @Test
    void whatIsNotSaidIsAssumedAndTold() {
        ObjectNode config = plain();
        config.remove("tie_word_embeddings");
        config.remove("torch_dtype");
        assertThat(imported(config).assumed()).containsExactly("tie_word_embeddings is false, the default of llama",
                "torch_dtype is bfloat16");
    }

    @Test
    void repositoryIsThatOfTheConfigWhenItLooksLikeOne() {
        assertThat(new HuggingFaceFiles("c", Fixtures.bytes(with("\"_name_or_path\": \"acme/chat-8b\""))).ownId()).isEqualTo("acme/chat-8b");
        for (String path : new String[] {"/models/chat", "chat", "./a/b", ""}) {
            JsonNode config = plain(c -> c.put("_name_or_path", path));
            assertThat(new HuggingFaceFiles("c", Fixtures.bytes(config)).ownId()).as(path).isNull();
        }
    }
}
