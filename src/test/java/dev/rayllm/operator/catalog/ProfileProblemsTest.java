package dev.rayllm.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows from outside: sound ones join, broken ones are refused alone and take nothing from others. */
class ProfileProblemsTest {

    private static final String SOUND = "{id: acme/chat-8b, architecture: {model_type: llama, hidden_size: 4096, "
            + "num_hidden_layers: 32, num_attention_heads: 32, num_key_value_heads: 8, intermediate_size: 14336, "
            + "vocab_size: 128256, max_position_embeddings: 8192}, defaults: {contextLength: 8192}}";

    private static ModelRow row(String name, String yaml) {
        try {
            return new ModelRow(name, new ObjectMapper(new YAMLFactory()).readValue(yaml, ModelProfileSpec.class), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSoundRowHasNone() {
        assertThat(row("acme", SOUND).problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "num_attention_heads: 32 | num_attention_heads: 30 | hidden_size 4096 is not divisible by num_attention_heads 30",
        "num_key_value_heads: 8 | num_key_value_heads: 5 | num_attention_heads 32 is not divisible by num_key_value_heads 5",
        "num_attention_heads: 32, | '' | num_attention_heads is missing",
        "hidden_size: 4096 | hidden_size: 0 | hidden_size must be above 0 and is 0",
        "num_hidden_layers: 32 | num_hidden_layers: -1 | num_hidden_layers must be above 0 and is -1",
        "model_type: llama, | '' | model_type is missing",
        "intermediate_size: 14336, | '' | intermediate_size is missing",
        "model_type: llama | model_type: x, num_experts: 8 | num_experts_per_tok must be 1 to 8",
        "model_type: llama | model_type: x, kv_lora_rank: 512 | qk_rope_head_dim is missing",
        "model_type: llama | model_type: x, sliding_attention_layers: 16 | sliding_window is missing",
        "model_type: llama | model_type: x, linear_attention_layers: 24 | linear_num_value_heads is missing",
        "model_type: llama | model_type: x, full_attention_layers: 4, linear_attention_layers: 8 | are 12 together",
        "contextLength: 8192 | contextLength: 9000 | longer than the model's maximum, 8192",
        "id: acme/chat-8b | id: a/b/c | id must be a repository",
        "model_type: llama | model_type: x, quantization_config: {quant_method: gptq, group_size: 0} | group_size must be above 0",
        "model_type: llama | model_type: x, quantization_config: {bits: 4} | quant_method is missing",
        "id: acme/chat-8b | 'id: acme/chat-8b, gpus: [H10O]' | gpus names 'H10O'",
        "id: acme/chat-8b | 'id: acme/chat-8b, weights: {bytes: -5}' | weights.bytes must be above 0",
    })
    void saysWhatIsWrong(String part, String replacement, String problem) {
        List<String> problems = row("acme", SOUND.replace(part, replacement)).problems();
        assertThat(problems).anyMatch(p -> p.contains(problem));
    }

    @Test
    void saysSoWhenPartsAreMissing() {
        assertThat(row("acme", "{id: acme/x}").problems()).containsExactly("architecture is missing");
        assertThat(new ModelRow("acme", null, false).problems()).containsExactly("spec is missing");
    }

    @Test
    void aSoundRowJoinsAndIsFound() {
        Catalog catalog = Catalog.builtIn().withModels(List.of(row("acme-8b", SOUND)));
        assertThat(catalog.models().find("ACME 8B")).map(ModelRow::builtIn).contains(false);
        assertThat(catalog.models().find("acme/chat-8b")).isPresent();
        assertThat(catalog.models().list()).hasSize(Catalog.builtIn().models().list().size() + 1);
        assertThat(Catalog.builtIn().models().find("acme-8b")).isEmpty();
    }

    @Test
    void aRowReplacesTheBuiltInOneOfItsName() {
        ModelTable models = Catalog.builtIn().models().with(List.of(row("qwen3-8b", SOUND)));
        assertThat(models.find("qwen3-8b")).map(r -> r.spec().id()).contains("acme/chat-8b");
        assertThat(models.list()).hasSameSizeAs(Catalog.builtIn().models().list());
    }

    @Test
    void aSoundRowMayTakeAnAliasButNotAName() {
        String claims = SOUND.replace("id: acme/chat-8b", "id: acme/chat-8b, aliases: [Llama-3.1-8B, mistral-7b-instruct]");
        ModelTable models = Catalog.builtIn().models().with(List.of(row("acme-8b", claims)));
        assertThat(models.find("llama 3.1 8b")).map(ModelRow::name).contains("acme-8b");
        assertThat(models.find("mistral-7b-instruct")).map(ModelRow::name).contains("mistral-7b-instruct");
    }

    @Test
    void aBrokenRowTakesNothingFromOthers() {
        String broken = SOUND.replace("hidden_size: 4096", "hidden_size: 0")
                .replace("id: acme/chat-8b", "id: meta-llama/Llama-3.1-8B-Instruct, aliases: [Mistral-7B]");
        ModelTable models = Catalog.builtIn().models().with(List.of(row("broken", broken)));
        assertThat(models.find("broken")).map(ModelRow::problems).get().asList().isNotEmpty();
        assertThat(models.find("Mistral-7B")).map(ModelRow::name).contains("mistral-7b-instruct");
        assertThat(models.find("meta-llama/Llama-3.1-8B-Instruct")).map(ModelRow::name).contains("llama-3.1-8b-instruct");
    }
}
