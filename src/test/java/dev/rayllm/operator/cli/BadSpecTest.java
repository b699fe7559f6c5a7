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
            engine: {image: 'x:latest', rayVersion: x, vllmVersion: 1.0.0} | spec.engine.rayVersion: 'x' does not have the form
            engine: {image: x, rayVersion: y, vllmVersion: 1.0.0}  | spec.engine.rayVersion: is the truth value true, text is wanted: YAML reads y, yes, on, n, no and off like true and false: put the text in quotes
            hardware: {zones: [n]}                                | spec.hardware.zones[0]: is the truth value false, text is wanted: YAML reads y, yes, on
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
            y                                                | metadata.name: is the truth value true, text is wanted: YAML reads y, yes, on, n, no and off like true and false
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
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {seed: y}} | spec.engine.extraArgs.seed: must be a whole number, not true
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {seed: -1}} | spec.engine.extraArgs.seed: -1 is out of range: at least 0
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {block_size: 7}} | spec.engine.extraArgs.block_size: 7 is out of range: at least 16, in multiples of 16
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {tokenizer_mode: fast}} | spec.engine.extraArgs.tokenizer_mode: 'fast' is not
            model: {profile: mistral-7b-instruct}, engine: {extraArgs: {compilation_config: {cudagraph_moed: FULL}}} | spec.engine.extraArgs.compilation_config: 'cudagraph_moed' is not a field of it in vLLM 0.27.0; nearest: cudagraph_mode
            model: {profile: mistral-7b-instruct}, engine: {kvCacheDtype: nvfp4}, hardware: {gpus: [L4]} | kvCacheDtype nvfp4 needs compute capability 10.0 to 10.9, L4 has 8.9
            model: {profile: mistral-7b-instruct}, engine: {kvCacheDtype: fp8_per_token_head}, hardware: {gpus: [A100-80GB]} | kvCacheDtype fp8_per_token_head needs compute capability 8.9, A100-80GB has 8.0
            model: {profile: mistral-7b-instruct}, engine: {kvCacheDtype: fp8_inc} | spec.engine.kvCacheDtype: 'fp8_inc' is for Intel Gaudi
            model: {profile: mistral-7b-instruct}, engine: {kvCacheDtype: fp8_ds_mla} | spec.engine.kvCacheDtype: 'fp8_ds_mla' works only with latent attention with an indexer (DeepSeek V3.2)
            model: {profile: deepseek-r1}, engine: {kvCacheDtype: fp8_ds_mla}     | spec.engine.kvCacheDtype: 'fp8_ds_mla' works only with latent attention with an indexer
            model: {profile: deepseek-r1}, engine: {kvCacheDtype: nvfp4}          | spec.engine.kvCacheDtype: 'nvfp4' works only with attention that is not latent
            model: {profile: deepseek-r1}, engine: {kvCacheDtype: fp8_e5m2}       | spec.engine.kvCacheDtype: 'fp8_e5m2' works only with attention that is not latent
            model: {profile: mistral-7b-instruct}, engine: {image: 'acme/ray:1', rayVersion: 2.40.0, vllmVersion: 0.6.0} | spec.engine.rayVersion: 2.40.0 lacks settings of ray.serve.llm that are used here. Use an image with at least Ray 2.56.0
            model: {profile: mistral-7b-instruct}, engine: {image: 'acme/ray:1', rayVersion: 2.58.0, vllmVersion: 0.6.0} | spec.engine.vllmVersion: 0.6.0 is older
            model: {profile: mistral-7b-instruct}, engine: {env: [{name: RAY_ADDRESS, value: x}]} | spec.engine.env: RAY_ADDRESS may not be set here. KubeRay sets it
            model: {profile: mistral-7b-instruct}, engine: {env: [{name: TRANSFORMERS_CACHE, value: /tmp}]} | spec.engine.env: TRANSFORMERS_CACHE may not be set here. All caches lie on one volume
            model: {profile: mistral-7b-instruct, id: deepseek-ai/DeepSeek-R1}    | spec.model.id: 'deepseek-ai/DeepSeek-R1' is the model of profile deepseek-r1, whose shape is not that of profile mistral-7b-instruct. Set model.profile to deepseek-r1
            """)
    void planning(String spec, String message) {
        String text = "{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: a}, spec: {" + spec + "}}";
        Cli plan = Cli.runWith(text, "plan", "-f", "-").refused();
        assertThat(plan.err()).startsWith("refused: <stdin>: a: ").contains(message);
        assertThat(plan.out()).isEmpty();
        assertThat(Cli.runWith(text, "validate", "-f", "-").refused().out()).contains(message);
        assertThat(Cli.runWith(text, "render", "-f", "-").refused().err()).contains(message);
    }

    @Test
    void aBadFormIsNamedOnce() {
        String text = Cli.deployment("mistral", MODEL + "  scaling: {lookBackPeriod: soon}");
        assertThat(Cli.runWith(text, "plan", "-f", "-").refused().err()).contains("'soon' does not have the form").hasLineCount(1);
        String image = Cli.deployment("mistral", MODEL + "  engine: {image: 'Not An Image', rayVersion: 2.58.0, vllmVersion: 0.26.0}");
        assertThat(Cli.runWith(image, "plan", "-f", "-").refused().err()).contains("does not have the form").hasLineCount(1);
    }

    @Test
    void knownParsersAreListedOnce() {
        String text = Cli.deployment("mistral", MODEL + "  engine: {toolCallParser: hermis}");
        assertThat(Cli.runWith(text, "plan", "-f", "-").refused().err())
                .contains("'hermis' is not known to vLLM 0.27.0. Nearest: hermes. Known: ").containsOnlyOnce("llama3_json");
    }

    @Test
    void whereNothingIsNearNothingIsOffered() {
        assertThat(Cli.runWith(Cli.mistral(), "plan", "-f", "-", "--gpu", "Foo").refused().err())
                .contains("'Foo' is not a known GPU. `rayllm gpus` lists all").doesNotContain("Nearest");
        assertThat(Cli.run("gpus", "Foo").refused().err()).contains("'Foo' is not a known GPU. `rayllm gpus` lists all");
        String text = Cli.deployment("mistral", MODEL + "  engine: {quantization: int3}");
        assertThat(Cli.runWith(text, "plan", "-f", "-").refused().err()).doesNotContain("Nearest");
    }
}
