package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each bad spec gives one clear message with field, value, allowed and remedy, from every command. */
class BadSpecTest {

    private static final String MODEL = "  model: {profile: mistral-7b-instruct}\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            scaling: {minReplicas: 3, maxReplicas: 1}             | spec.scaling: scaling.minReplicas 3 is above scaling.maxReplicas 1: raise maxReplicas or lower minReplicas
            scaling: {targetOngoingRequests: 9, maxOngoingRequests: 9} | spec.scaling: scaling.targetOngoingRequests 9 is not below scaling.maxOngoingRequests 9
            scaling: {minReplica: 3}                              | spec.scaling.minReplica: unknown field; this is said in spec.scaling.minReplicas
            scaling: {maxReplicas: 0}                             | spec.scaling.maxReplicas: 0 is below the minimum 1
            scaling: {upscaleDelay: 30}                           | spec.scaling.upscaleDelay: is the number 30, text is wanted: put it in quotes
            scaling: {upscaleDelayS: 30}                          | this is said in spec.scaling.upscaleDelay (a duration such as 30s)
            modle: {}                                             | spec.modle: unknown field; did you mean model?
            replicas: 2                                           | spec.replicas: unknown field; this is said in spec.scaling.minReplicas and spec.scaling.maxReplicas
            image: vllm/vllm-openai:latest                        | spec.image: unknown field; this is said in spec.engine.image
            engine: {maxModelLen: 8192}                           | spec.engine.maxModelLen: unknown field; this is said in spec.workload.contextLength
            engine: {tensorParallel: 8}                           | spec.engine.tensorParallel: unknown field; this is said in spec.engine.tensorParallelSize
            engine: {gpu_memory_utilization: 0.9}                 | spec.engine.gpu_memory_utilization: unknown field; did you mean gpuMemoryUtilization?
            engine: {gpuMemoryUtilization: 0.9}                   | is the number 0.9, text is wanted: put it in quotes, "0.9"
            engine: {gpuMemoryUtilization: '1.5'}               | '1.5' does not have the form
            engine: {tensorParallelSize: '8'}                   | is the text '8', a whole number is wanted: write 8 without quotes
            engine: {dtype: bf16}                                 | 'bf16' is not one of auto, bfloat16, float16; did you mean bfloat16?
            engine: {contextLength: 1}                            | this is said in spec.workload.contextLength
            engine: {zzz: 1}                                      | spec.engine.zzz: unknown field; known in spec.engine are chatTemplateRef, dtype, env
            engine: [1]                                           | spec.engine: is a list, a mapping is wanted (Overrides of the engine
            hardware: {gpus: A10G}                                | spec.hardware.gpus: is the text 'A10G', a list is wanted: write [A10G]
            workload: {contextLength: 4}                          | spec.workload.contextLength: 4 is below the minimum 16
            """)
    void schemaAndRules(String field, String message) {
        String text = Cli.deployment("mistral", MODEL + "  " + field);
        assertThat(Cli.runWith(text, "plan", "-f", "-").refused().err()).contains("<stdin>: mistral: ").contains(message);
        assertThat(Cli.runWith(text, "validate", "-f", "-").refused().out()).contains(message);
        Cli render = Cli.runWith(text, "render", "-f", "-").refused();
        assertThat(render.err()).contains(message);
        assertThat(render.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeee | metadata.name has 48 characters, 40 are allowed: names of Ray clusters and services are made from it
            7b-mistral                                       | metadata.name '7b-mistral' must start with a letter
            Mistral                                          | is no name of a Kubernetes object: lower-case letters, digits and - are allowed
            7                                                | is the number 7, text is wanted: put it in quotes
            """)
    void names(String name, String message) {
        assertThat(Cli.runWith(Cli.deployment(name, MODEL), "plan", "-f", "-").refused().err()).contains(message);
    }

    @Test
    void fieldsBesideSpec() {
        String text = Cli.mistral() + "image: x\ntensorParallelSize: 8\n";
        assertThat(Cli.runWith(text, "plan", "-f", "-").refused().err())
                .contains("mistral: image: unknown field; this is said in spec.engine.image")
                .contains("mistral: tensorParallelSize: unknown field; this is said in spec.engine.tensorParallelSize");
    }

    @Test
    void everyProblemIsNamedAtOnce() {
        String text = Cli.deployment("mistral", MODEL + "  engine: {dtype: x, maxNumSeqs: 0}\n  scaling: {minReplicas: 3, maxReplicas: 1}");
        assertThat(Cli.runWith(text, "plan", "-f", "-").refused().err())
                .contains("spec.engine.dtype", "spec.engine.maxNumSeqs", "spec.scaling").hasLineCount(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            model: {profile: mistral-7b-instrct}                                   | spec.model.profile: 'mistral-7b-instrct' is not in the profile table. Nearest: mistral-7b-instruct
            model: {id: acme/unknown-model}                                        | spec.model.id: 'acme/unknown-model' is not in the profile table
            model: {profile: mistral-7b-instruct}, hardware: {gpus: [A10X]}        | spec.hardware.gpus: 'A10X' is not a known GPU
            model: {profile: mistral-7b-instruct}, hardware: {instanceTypes: [g5.huge]} | spec.hardware.instanceTypes: 'g5.huge' is not in the instance table
            model: {profile: mistral-7b-instruct}, engine: {tensorParallelSize: 3} | spec.engine.tensorParallelSize
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {max_model_len: 9}} | spec.engine.extraArgs
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {--swap-space: 4}} | spec.engine.extraArgs
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {swap_space: 4}} | spec.engine.extraArgs
            model: {profile: mistral-7b-instruct}, engine: {runtime: '1.0'}      | spec.engine.runtime
            """)
    void planning(String spec, String message) {
        String text = "{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: a}, spec: {" + spec + "}}";
        Cli plan = Cli.runWith(text, "plan", "-f", "-").refused();
        assertThat(plan.err()).startsWith("refused: <stdin>: a: ").contains(message);
        assertThat(plan.out()).isEmpty();
        assertThat(Cli.runWith(text, "validate", "-f", "-").refused().out()).contains(message);
        assertThat(Cli.runWith(text, "render", "-f", "-").refused().err()).contains(message);
    }
}
