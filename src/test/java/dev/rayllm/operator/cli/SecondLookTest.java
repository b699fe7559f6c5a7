package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken, but deserves a second look, is said with both numbers; and nothing is said of what is usual. */
class SecondLookTest {

    private static String validated(String spec) {
        String text = "{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: a}, spec: {" + spec + "}}";
        return Cli.runWith(text, "validate", "-f", "-").done().out();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            scaling: {maxReplicas: 4, maxOngoingRequests: 30}, workload: {concurrency: 100, averageTokens: 512} | scaling.maxOngoingRequests 30 is below workload.concurrency 100
            scaling: {maxReplicas: 4, targetOngoingRequests: 25}, workload: {concurrency: 8, averageTokens: 256} | scaling.targetOngoingRequests 25 is above workload.concurrency 8
            scaling: {maxReplicas: 4, targetOngoingRequests: 10}, workload: {concurrency: 64, averageTokens: 256} | scaling.targetOngoingRequests 10 is far below workload.concurrency 64
            scaling: {maxReplicas: 4, targetOngoingRequests: 40}, engine: {maxNumSeqs: 32}, workload: {averageTokens: 256} | scaling.targetOngoingRequests 40 is more than max_num_seqs 32
            engine: {maxNumSeqs: 8}                             | max_num_seqs 8 is outside the usual range of 32 to 256
            workload: {contextLength: 1024}                     | a context of 1024 tokens is below 2048
            rollout: {startupDeadline: 1s}                      | rollout.startupDeadline 1s is less than the first start takes at best, about 5m
            engine: {extraArgs: {speculative_config: {method: ngram, num_speculative_tokens: 3}}} | engine.extraArgs.speculative_config is not part of the sizing: the weights and the cache of a draft model
            engine: {extraArgs: {cpu_offload_gb: 10}}           | engine.extraArgs.cpu_offload_gb is not part of the sizing
            engine: {extraArgs: {num_gpu_blocks_override: 100}} | engine.extraArgs.num_gpu_blocks_override is not part of the sizing
            engine: {extraArgs: {enable_lora: true}}            | engine.extraArgs.enable_lora is not part of the sizing
            engine: {image: 'acme/ray:1', rayVersion: 9.9.9, vllmVersion: 0.99.0} | vLLM 0.99.0 is newer than the newest of the runtime table, 0.29.0: engine arguments and memory are judged by that one
            hardware: {network: {fabric: EFA}}                  | hardware.network.fabric EFA has no use for a replica on one node
            """)
    void oddSettings(String spec, String warning) {
        assertThat(validated("model: {profile: mistral-7b-instruct}, " + spec)).contains("warning: " + warning);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            engine: {extraArgs: {enable_lora: false, cpu_offload_gb: 0}}
            scaling: {maxReplicas: 4}
            workload: {concurrency: 32, averageTokens: 512}, scaling: {maxReplicas: 4}
            rollout: {startupDeadline: 10m}
            """)
    void usualSettings(String spec) {
        assertThat(validated("model: {profile: mistral-7b-instruct}, " + spec)).doesNotContain("warning");
    }

    @Test
    void aFabricForOneNodeDoesNotMakeItDearer() {
        String plain = validated("model: {profile: mistral-7b-instruct}");
        String efa = validated("model: {profile: mistral-7b-instruct}, hardware: {network: {fabric: EFA}}");
        assertThat(efa.lines().findFirst()).isEqualTo(plain.lines().findFirst());
    }

    @Test
    void aRepositoryOfAnotherRowOfTheSameShapeIsSizedAsTheProfile() {
        assertThat(validated("model: {profile: deepseek-r1-distill-llama-8b, id: meta-llama/Llama-3.1-8B-Instruct}"))
                .contains("warning: model.id meta-llama/Llama-3.1-8B-Instruct is the model of profile llama-3.1-8b-instruct:"
                        + " sizing, defaults and parsers here are those of profile deepseek-r1-distill-llama-8b");
    }

    @ParameterizedTest
    @CsvSource({"Qwen3-8B, false", "Qwen/Qwen3-8B, false", "qwen3-8b, false", "qwen3 8b, false", "Qwen3-7B, true",
        "Qwen/Qwen3-7B, true"})
    void onlyWhoAsksForSevenBillionIsToldThatThereAreEight(String name, boolean told) {
        assertThat(validated("model: {profile: '" + name + "'}").contains("There is no Qwen3-7B")).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource({"DeepSeek R1 671B", "deepseek-r1-671b", "DeepSeek V3", "DeepSeek V3.2", "Llama 3.1 70B", "Mistral 7B"})
    void namesAsPeopleSayThem(String name) {
        assertThat(validated("model: {profile: '" + name + "'}")).startsWith("ok ");
    }

    /** The rule is the price of an hour; who serves much at a time wants to know of cheaper tokens for a little more. */
    @Test
    void planNamesCheaperTokensForLittleMore() {
        String out = Cli.runWith(Cli.deployment("a", "  model: {profile: qwen3-32b}\n  hardware: {instanceTypes: [g4dn.metal, g7e.12xlarge]}"),
                "plan", "-f", "-").done().out();
        assertThat(out).containsPattern("hint: .*RTX-PRO-6000 on g7e.12xlarge costs [0-9.]+ USD/h instead of 7.82, but by estimate");
        assertThat(Cli.runWith(Cli.mistral(), "plan", "-f", "-").done().out()).doesNotContain("hint:");
    }

    /** Two cards in one pool: the figures are those of the weaker, whichever is cheaper. */
    @Test
    void memoryNamesTheCardThatItIsOf() {
        String out = Cli.runWith(Cli.deployment("a", "  model: {profile: llama-3.1-8b-instruct}\n"
                + "  hardware: {instanceTypes: [g6e.xlarge, g6.xlarge]}"), "plan", "-f", "-").done().out();
        assertThat(out).contains("Memory of the L4, GiB");
    }
}
