package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `plan` writes. */
class PlanCommandTest {

    private static final Pattern MEMORY_LINE = Pattern.compile("(?m)^    ([ =-]) (.{16}) +(-?[0-9]+\\.[0-9]{2})(?: |$)");

    @TempDir
    private Path folder;

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    @Test
    void tableTellsWhatIsChosenAndWhy() {
        String out = Cli.runWith(Cli.mistral(), "plan", "-f", "-").done().out();
        assertThat(out.lines().findFirst().orElseThrow())
                .matches("mistral \\(namespace llm\\): mistralai/Mistral-7B-Instruct-v0\\.3 on 1×.*, [0-9.]+ USD/h a replica");
        assertThat(out).containsSubsequence("Hardware", "instance types", "Engine: vLLM", "max_model_len", "gpu_memory_utilization",
                "Memory of the", "KV cache", "Cost at list prices of", "USD a month", "Why", "cheapest", "Not chosen, the nearest 5 of",
                "WHY NOT");
        assertThat(out.lines()).allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
    }

    @Test
    void memoryTableAddsUp() {
        for (String profile : List.of("mistral-7b-instruct", "qwen3-8b", "deepseek-r1", "llama-3.1-70b-instruct")) {
            String out = Cli.runWith(Cli.deployment("a", "  model: {profile: " + profile + "}"), "plan", "-f", "-").done().out();
            long sum = 0;
            long cache = -1;
            for (Matcher line = MEMORY_LINE.matcher(out); line.find();) {
                long hundredths = Math.round(Double.parseDouble(line.group(3)) * 100);
                sum += line.group(2).startsWith("budget") ? hundredths : line.group(1).equals("-") ? -hundredths : 0;
                cache = line.group(1).equals("=") ? hundredths : cache;
            }
            assertThat(cache).as(out).isEqualTo(sum).isPositive();
        }
    }

    @Test
    void allListsEveryOption() {
        String near = Cli.runWith(Cli.mistral(), "plan", "-f", "-").out();
        String all = Cli.runWith(Cli.mistral(), "plan", "-f", "-", "--all").done().out();
        assertThat(all.lines().count()).isGreaterThan(near.lines().count());
        assertThat(all).doesNotContain("--all lists them");
    }

    @Test
    void jsonHasTheNamesOfStatus() throws IOException {
        JsonNode list = json(Cli.runWith(Cli.mistral(), "plan", "-f", "-", "-o", "json").done().out());
        assertThat(list).hasSize(1);
        JsonNode first = list.get(0);
        assertThat(names(first)).containsExactly("file", "document", "name", "namespace", "accepted", "plan", "bytes", "estimate");
        assertThat(first.get("accepted").booleanValue()).isTrue();
        assertThat(names(first.get("plan"))).contains("summary", "repository", "shape", "gpu", "gpusPerReplica", "instanceTypes",
                "tensorParallelSize", "pipelineParallelSize", "contextLength", "gpuMemoryUtilization", "maxNumSeqs",
                "maxNumBatchedTokens", "runtime", "memory", "kvCacheTokens", "cost", "estimate", "reason", "rejected");
        assertThat(names(first.get("plan").get("memory")))
                .containsExactly("usable", "budget", "weights", "activation", "overhead", "kvCache");
        assertThat(first.get("plan").get("rejected").size()).isGreaterThan(12);
    }

    @Test
    void yamlSaysTheSameAsJson() throws IOException {
        String text = Cli.mistral() + "---\n" + Cli.deployment("nope", "  model: {profile: unknown}");
        JsonNode json = json(Cli.runWith(text, "plan", "-f", "-", "-o", "json").refused().out());
        assertThat(new YAMLMapper().readTree(Cli.runWith(text, "plan", "-f", "-", "-o", "YAML").refused().out())).isEqualTo(json);
    }

    @Test
    void refusedSpecsAreInTheList() throws IOException {
        String text = Cli.deployment("unknown", "  model: {profile: mistral-7b-instrct}") + "---\n"
                + Cli.deployment("invalid", "  model: {profile: mistral-7b-instruct}\n  scaling: {minReplicas: 2, maxReplicas: 1}\n  zzz: 1");
        Cli result = Cli.runWith(text, "plan", "-f", "-", "-o", "json").refused();
        assertThat(result.err()).isEmpty();
        JsonNode list = json(result.out());
        assertThat(names(list.get(0))).containsExactly("file", "document", "name", "namespace", "accepted", "reason", "field",
                "message", "remedy", "options");
        assertThat(list.get(0).get("reason").textValue()).isEqualTo("UnknownModel");
        assertThat(list.get(0).get("field").textValue()).isEqualTo("spec.model.profile");
        assertThat(list.get(1).get("reason").textValue()).isEqualTo("InvalidSpec");
        assertThat(list.get(1).get("document").intValue()).isEqualTo(2);
        assertThat(list.get(1).get("findings")).hasSize(2);
    }

    @Test
    void gpuOptionReplacesThoseOfTheSpec() throws IOException {
        String text = Cli.deployment("a", "  model: {profile: mistral-7b-instruct}\n  hardware: {gpus: [L4]}");
        JsonNode plan = json(Cli.runWith(text, "plan", "-f", "-", "-o", "json", "--gpu", "H100").done().out()).get(0).get("plan");
        assertThat(plan.get("gpu").textValue()).isEqualTo("H100");
        assertThat(Cli.runWith(text, "plan", "-f", "-", "--gpu", "X1,L4").refused().err()).contains("'X1' is not a known GPU");
    }

    @Test
    void profilesOfTheInputAreRows() {
        String profile = """
                ---
                apiVersion: rayllm.dev/v1alpha1
                kind: ModelProfile
                metadata: {name: acme-8b}
                spec:
                  id: acme/chat-8b
                  aliases: [acme-chat]
                  architecture: {model_type: llama, hidden_size: 4096, num_hidden_layers: 32, num_attention_heads: 32,
                    num_key_value_heads: 8, head_dim: 128, intermediate_size: 14336, vocab_size: 128256, max_position_embeddings: 8192}
                """;
        String deployment = Cli.deployment("mine", "  model: {profile: acme-chat}");
        assertThat(Cli.runWith(deployment + profile, "plan", "-f", "-").done().out()).contains("acme/chat-8b on");
        assertThat(Cli.runWith(deployment, "plan", "-f", "-").refused().err()).contains("'acme-chat' is not in the profile table");
        Cli alone = Cli.runWith(profile, "plan", "-f", "-").done();
        assertThat(alone.err()).contains("there is no LlmDeployment in the input");
        assertThat(Cli.runWith(profile, "validate", "-f", "-").done().out()).contains("ModelProfile acme-8b");
    }

    @Test
    void instancesOfAFileCount() throws IOException {
        Path file = Files.writeString(folder.resolve("prices.csv"), """
                name,gpu,gpu_count,cpu_cores,memory_gib,usd_per_hour
                lab.large,L4,1,16,64,0.05
                broken,L4,one,16,64,0.05
                """);
        Cli result = Cli.runWith(Cli.mistral(), "plan", "-f", "-", "--price-file", file.toString()).done();
        assertThat(result.out()).contains("lab.large");
        assertThat(result.err()).contains("prices.csv: line 3: ").contains("(skipped)");
        assertThat(Cli.runWith(Cli.mistral(), "plan", "-f", "-", "--instances", folder + "/none.csv").wrongUsage().err())
                .contains("no such file");
        Path empty = Files.writeString(folder.resolve("empty.csv"), "");
        assertThat(Cli.runWith(Cli.mistral(), "plan", "-f", "-", "--instances", empty.toString()).wrongUsage().err())
                .contains("has no usable machine");
    }

    @Test
    void nodeClassOption() {
        assertThat(Cli.runWith(Cli.mistral(), "plan", "-f", "-", "--node-class", "karpenter.azure.com/AKSNodeClass/lab").done().out())
                .contains("AKSNodeClass lab");
        assertThat(Cli.runWith(Cli.mistral(), "plan", "-f", "-", "--node-class", "lab").wrongUsage().err())
                .contains("--node-class 'lab' is not GROUP/KIND/NAME");
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
