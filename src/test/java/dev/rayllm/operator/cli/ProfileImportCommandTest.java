package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code profile import}: from a model's files to an object that plans. */
class ProfileImportCommandTest {

    private static final Path ROWS = Path.of("src/test/resources/huggingface/rows");
    private static final String LLAMA = ROWS.resolve("llama-3.1-8b-instruct.json").toString();

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String llama(String from, String to) throws IOException {
        String text = Files.readString(Path.of(LLAMA));
        assertThat(text).contains(from);
        return text.replace(from, to);
    }

    private String index(long bytes) throws IOException {
        return file("model.safetensors.index.json", "{\"metadata\": {\"total_size\": " + bytes
                + "}, \"weight_map\": {\"lm_head.weight\": \"model-00001-of-00004.safetensors\"}}");
    }

    @Test
    void makesAProfileThatValidatesAndPlans() throws IOException {
        Cli made = Cli.run("profile", "import", LLAMA, index(16_060_522_496L), "--id", "acme/Chat_8B.v2").done();
        assertThat(made.err()).isEmpty();
        JsonNode profile = new YAMLMapper().readTree(made.out());
        assertThat(profile.get("kind").textValue()).isEqualTo("ModelProfile");
        assertThat(profile.at("/metadata/name").textValue()).isEqualTo("chat-8b.v2");
        assertThat(profile.at("/spec/id").textValue()).isEqualTo("acme/Chat_8B.v2");
        assertThat(profile.at("/spec/weights/bytes").longValue()).isEqualTo(16_060_522_496L);
        assertThat(profile.at("/spec/architecture/num_key_value_heads").intValue()).isEqualTo(8);
        assertThat(Cli.runWith(made.out(), "validate", "-f", "-").done().out()).contains("ModelProfile chat-8b.v2");
        String both = made.out() + "---\n" + Cli.deployment("mine", "  model: {profile: chat-8b.v2}\n  workload: {contextLength: 8192}");
        String built = Cli.deployment("mine", "  model: {profile: llama-3.1-8b-instruct}\n  workload: {contextLength: 8192}");
        // The profile carries no defaults: only the engine's parser for tools is missing.
        assertThat(plan(both)).isEqualTo(plan(built));
    }

    private static String plan(String text) {
        return Cli.runWith(text, "plan", "-f", "-").done().out().lines()
                .filter(line -> line.contains("GiB") || line.startsWith("    = ") || line.contains("gpu_memory") || line.contains("instance types"))
                .map(line -> line.replaceAll(" +", " ")).toList().toString();
    }

    @Test
    void nameAndFormatCanBeChosen() {
        Cli made = Cli.run("profile", "import", LLAMA, "--id", "acme/chat", "--name", "own-name", "-o", "json").done();
        assertThat(made.out()).startsWith("{").contains("\"name\": \"own-name\"");
    }

    @Test
    void repositoryMustBeKnownAndPossible() {
        assertThat(Cli.run("profile", "import", LLAMA).wrongUsage().err()).contains("give --id OWNER/NAME");
        assertThat(Cli.run("profile", "import", LLAMA, "--id", "no such/place").refused().err()).contains("refused: spec.id: ");
        assertThat(Cli.run("profile", "import", LLAMA, "--id", "a/b", "--name", "Not_A_Name").refused().err())
                .contains("refused: metadata.name: ");
    }

    @Test
    void configWithoutHeadsIsRefused() throws IOException {
        Cli refused = Cli.run("profile", "import", file("c.json", llama("\"num_attention_heads\": 32", "\"num_attention_heads\": null")),
                "--id", "a/b").refused();
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("c.json: architecture.num_attention_heads is missing");
    }

    @Test
    void headsThatDoNotDivideAndSizesThatCannotBeAreRefused() throws IOException {
        assertThat(Cli.run("profile", "import", file("c.json", llama("\"num_attention_heads\": 32", "\"num_attention_heads\": 24")), "--id",
                "a/b").refused().err()).contains("hidden_size 4096 is not divisible by num_attention_heads 24");
        assertThat(Cli.run("profile", "import", file("c.json", llama("\"hidden_size\": 4096", "\"hidden_size\": 0")), "--id", "a/b")
                .refused().err()).contains("hidden_size must be above 0 and is 0");
        assertThat(Cli.run("profile", "import", file("c.json", llama("\"num_hidden_layers\": 32", "\"num_hidden_layers\": -32")), "--id",
                "a/b").refused().err()).contains("num_hidden_layers must be above 0 and is -32");
        assertThat(Cli.run("profile", "import", file("c.json", llama("\"num_hidden_layers\": 32", "\"num_hidden_layers\": 20000")), "--id",
                "a/b").refused().err()).contains("num_hidden_layers is 20000; at most 10000 can be told");
        assertThat(Cli.run("profile", "import", file("c.json", llama("\"vocab_size\": 128256", "\"vocab_size\": 99999999")), "--id", "a/b")
                .refused().err()).contains("refused: spec.architecture.vocab_size: ");
    }

    @Test
    void configOfThreeMebibytesIsRefusedUnlessAskedFor() throws IOException {
        String large = file("large.json", llama("\"hidden_act\": \"silu\"", "\"hidden_act\": \"" + "x".repeat(3 << 20) + "\""));
        assertThat(Cli.run("profile", "import", large, "--id", "a/b").refused().err())
                .contains("large.json is larger than 1 MiB").contains("--any-size reads it all the same").hasLineCount(1);
        assertThat(Cli.run("profile", "import", large, "--id", "a/b", "--any-size").done().out()).contains("hidden_size: 4096");
    }

    @Test
    void indexOfOtherBytesIsWarnedOfWithTheNumbers() throws IOException {
        assertThat(Cli.run("profile", "import", LLAMA, index(32_121_044_992L), "--id", "a/b").done().err())
                .contains("warning: the index lists 29.92 GiB, the architecture comes to 14.96 GiB (+100 %)")
                .contains("sizing takes the larger; if the files are in float32");
        assertThat(Cli.run("profile", "import", LLAMA, index(8_030_261_248L), "--id", "a/b").done().err())
                .contains("the index lists 7.48 GiB").contains("the index is not believed and sizing keeps to the architecture");
        assertThat(Cli.run("profile", "import", LLAMA, index(160_605_224_960L), "--id", "a/b").done().err())
                .contains("is of another model, and sizing keeps to the architecture");
        assertThat(Cli.run("profile", "import", LLAMA, index(19_272_626_995L), "--id", "a/b").done().err())
                .contains("the index lists 17.95 GiB, the architecture comes to 14.96 GiB (+20 %)").contains("multiplies the weights");
        assertThat(Cli.run("profile", "import", LLAMA, index(16_863_548_620L), "--id", "a/b").done().err())
                .contains("(+5 %): sizing keeps to the architecture");
        assertThat(Cli.run("profile", "import", LLAMA, index(16_220_000_000L), "--id", "a/b").done().err()).isEmpty();
    }

    @Test
    void unknownQuantisationIsRefused() throws IOException {
        String config = file("c.json", llama("\"pretraining_tp\": 1", "\"quantization_config\": {\"quant_method\": \"zip\"}"));
        assertThat(Cli.run("profile", "import", config, "--id", "a/b").refused().err())
                .contains("c.json: quantization_config.quant_method 'zip' is not known (known: fp8, fbgemm_fp8, awq");
    }

    @Test
    void whatCannotBeReadIsRefusedAndWhatIsNotThereIsWrongUsage() throws IOException {
        assertThat(Cli.run("profile", "import", file("c.json", "hello"), "--id", "a/b").refused().err()).contains("c.json:1:1: is not JSON");
        assertThat(Cli.run("profile", "import", file("c.json", llama("\"vocab_size\": 128256", "\"vocab_size\": 1, \"vocab_size\": 2")), "--id",
                "a/b").refused().err()).contains("is not JSON: Duplicate field 'vocab_size'");
        assertThat(Cli.run("profile", "import", folder + "/none.json", "--id", "a/b").wrongUsage().err()).contains("no such file");
        assertThat(Cli.run("profile", "import", LLAMA, folder + "/none.json", "--id", "a/b").wrongUsage().err()).contains("no such file");
        assertThat(Cli.run("profile", "import").wrongUsage().err()).contains("Missing required parameter: 'CONFIG'");
        assertThat(Cli.run("profile").wrongUsage().err()).contains("name what to do: import");
    }

    @Test
    void standardInputIsRead() throws IOException {
        assertThat(Cli.runWith(Files.readString(Path.of(LLAMA)), "profile", "import", "-", "--id", "a/b").done().out()).contains("id: a/b");
        assertThat(Cli.runWith("", "profile", "import", "-", "--id", "a/b").refused().err()).contains("refused: standard input is empty");
    }

    @Test
    void unknownFamilyIsImportedWithWhatIsNotKnown() throws IOException {
        String config = file("c.json", llama("\"model_type\": \"llama\"", "\"model_type\": \"brandnew\", \"memory_banks\": 12"));
        Cli made = Cli.run("profile", "import", config, "--id", "a/b").done();
        assertThat(made.err().lines()).containsExactly(
                "not known: model_type 'brandnew' is not known here: read as a plain decoder (gated MLP, two norms a layer, no biases),"
                        + " which sizing takes it for", "not known: memory_banks (the number 12) is not understood");
        assertThat(made.out()).contains("notes: 'Imported; not known: model_type ''brandnew''");
    }

    /** Transformers leaves out what equals its class: Gemma 3 4B as Google publishes it has neither heads nor vocabulary. */
    @Test
    void sizesThatANestedFileLeavesOutAreThoseOfItsClass() throws IOException {
        String gemma = file("gemma.json", """
                {"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 2560, "intermediate_size": 10240,
                 "num_hidden_layers": 34, "sliding_window": 1024}, "vision_config": {"hidden_size": 1152, "num_hidden_layers": 27}}""");
        Cli made = Cli.run("profile", "import", gemma, "--id", "a/b").done();
        assertThat(made.out()).contains("num_attention_heads: 8\n", "num_key_value_heads: 4\n", "head_dim: 256\n", "vocab_size: 262208\n");
        assertThat(made.err()).contains("text_config.num_attention_heads is 8, the class default of gemma3_text");
        String llava = file("llava.json", """
                {"model_type": "llava", "vocab_size": 32064, "text_config": {"model_type": "llama", "vocab_size": 32064,
                 "max_position_embeddings": 4096}, "vision_config": {"hidden_size": 1024, "num_hidden_layers": 24}}""");
        assertThat(Cli.run("profile", "import", llava, "--id", "a/b").done().out()).contains("hidden_size: 4096\n", "num_hidden_layers: 32\n",
                "num_attention_heads: 32\n", "intermediate_size: 11008\n").doesNotContain("not known");
    }

    /** Falcon 7B has one KV head for its 71 heads, and an MLP of four times the width. */
    @Test
    void falconSharesOneHeadUnlessItSaysOtherwise() throws IOException {
        String falcon = file("falcon.json", """
                {"model_type": "falcon", "hidden_size": 4544, "num_attention_heads": 71, "num_hidden_layers": 32, "vocab_size": 65024,
                 "multi_query": true, "new_decoder_architecture": false}""");
        assertThat(Cli.run("profile", "import", falcon, "--id", "a/b").done().out()).contains("num_key_value_heads: 1\n",
                "intermediate_size: 18176\n");
    }

    @Test
    void modelsThatGenerateNoTextAreRefused() throws IOException {
        String bert = file("bert.json", "{\"model_type\": \"bert\", \"hidden_size\": 768, \"num_hidden_layers\": 12, \"num_attention_heads\": 12}");
        assertThat(Cli.run("profile", "import", bert, "--id", "a/b").refused().err()).contains("'bert' is an encoder");
        String t5 = file("t5.json", "{\"model_type\": \"t5\", \"d_model\": 768, \"num_layers\": 12, \"num_heads\": 12}");
        assertThat(Cli.run("profile", "import", t5, "--id", "a/b").refused().err()).contains("pair of encoder and decoder");
    }

    /** Of 16 bits a token of Llama 3.1 8B takes 128 KiB of cache; a build with an fp8 cache holds twice as many. */
    @Test
    void aBuildThatAsksForAnFp8CacheGetsOne() throws IOException {
        String plain = ", \"quantization_config\": {\"quant_method\": \"fp8\"}}";
        String text = Files.readString(Path.of(LLAMA)).strip();
        String own = text.substring(0, text.length() - 1);
        String scheme = ", \"quantization_config\": {\"quant_method\": \"fp8\", \"kv_cache_scheme\": {\"num_bits\": 8, \"type\": \"float\"}}}";
        Cli made = Cli.run("profile", "import", file("kv.json", own + scheme), "--id", "acme/kv").done();
        assertThat(made.out()).contains("kv_cache_quant_algo: FP8");
        Cli half = Cli.run("profile", "import", file("plain.json", own + plain), "--id", "acme/kv").done();
        assertThat(tokens(made.out())).isCloseTo(tokens(half.out()) * 2, Percentage.withPercentage(2));
    }

    private static long tokens(String profile) {
        String spec = "  model: {profile: kv}\n  hardware: {gpus: [L4]}\n  workload: {contextLength: 8192}";
        String out = Cli.runWith(profile + "---\n" + Cli.deployment("mine", spec), "plan", "-f", "-", "-o", "json").done().out();
        return Long.parseLong(out.replaceAll("(?s).*\"kvCacheTokens\": (\\d+).*", "$1"));
    }

    /** Text with a control character stays text: as YAML !!binary no reader of Kubernetes would take it. */
    @Test
    void controlCharactersAreEscaped() throws IOException {
        Cli made = Cli.run("profile", "import", file("esc.json", llama("\"model_type\": \"llama\"", "\"model_type\": \"\\u001b[31mred\"")),
                "--id", "a/b").done();
        assertThat(made.out()).doesNotContain("\u001b").doesNotContain("!!binary");
        assertThat(made.err()).doesNotContain("\u001b");
    }
}
