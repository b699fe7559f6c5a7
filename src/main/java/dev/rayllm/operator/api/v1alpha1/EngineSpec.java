package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** Overrides of the engine. Leave out what should be chosen. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "!(has(self.runtime) && has(self.image))",
        message = "engine: set either runtime (a tested row) or image (your own build), not both")
@ValidationRule(value = "!has(self.image) || (has(self.rayVersion) && has(self.vllmVersion))",
        message = "engine.image needs engine.rayVersion and engine.vllmVersion: they decide which arguments exist")
@ValidationRule(value = "has(self.image) || !(has(self.rayVersion) || has(self.vllmVersion))",
        message = "engine.rayVersion and engine.vllmVersion describe an own image: set engine.image too, or use engine.runtime")
@ValidationRule(value = "!has(self.image) || self.image.matches('^.+(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127}|@sha256:[a-f0-9]{64})$') && !self.image.endsWith(':latest')",
        messageExpression = "\"engine.image '\" + self.image + \"' needs a fixed tag or a digest (not latest): head and workers must run the same build\"")
@ValidationRule(value = "!has(self.maxNumBatchedTokens) || !has(self.maxNumSeqs) || self.maxNumSeqs <= self.maxNumBatchedTokens",
        messageExpression = "'engine.maxNumSeqs %d is above engine.maxNumBatchedTokens %d: each running request needs a token of the step'.format([self.maxNumSeqs, self.maxNumBatchedTokens])")
public record EngineSpec(
        @Size(min = 1, max = 16) @Pattern("^[0-9]+\\.[0-9]+(\\.[0-9]+)?$")
        @JsonPropertyDescription("Row of the runtime table (tested Ray, vLLM and image), such as 2.59; default the newest tested row. See `rayllm runtimes`.")
        String runtime,

        @Size(min = 1, max = 512) @Pattern("^[a-z0-9][A-Za-z0-9._/:@-]*$")
        @JsonPropertyDescription("Own image that holds Ray and vLLM, with a tag or digest. Needs rayVersion and vllmVersion.")
        String image,

        @Size(min = 1, max = 32) @Pattern("^[0-9]+\\.[0-9]+\\.[0-9]+$")
        @JsonPropertyDescription("Ray version in the own image.")
        String rayVersion,

        @Size(min = 1, max = 32) @Pattern("^[0-9]+\\.[0-9]+\\.[0-9]+$")
        @JsonPropertyDescription("vLLM version in the own image: decides which engine arguments exist.")
        String vllmVersion,

        @Min(1) @Max(64)
        @JsonPropertyDescription("GPUs that share each layer; within one node.")
        Integer tensorParallelSize,

        @Min(1) @Max(64)
        @JsonPropertyDescription("Stages that share the layers; one node each when above 1.")
        Integer pipelineParallelSize,

        @Size(max = 4) @Pattern("^0\\.(5[0-9]?|[6-8][0-9]?|9[0-8]?)$")
        @JsonPropertyDescription("Share of GPU memory for the engine, 0.50 to 0.98, as a decimal string. 0.85 to 0.95 is the normal range.")
        String gpuMemoryUtilization,

        @Min(1) @Max(8192)
        @JsonPropertyDescription("Most requests in one engine step.")
        Integer maxNumSeqs,

        @Min(1) @Max(1_048_576)
        @JsonPropertyDescription("Most tokens in one engine step: the chunk of a prefill.")
        Integer maxNumBatchedTokens,

        @JsonPropertyDescription("Data type of weights and activations; default auto, which becomes float16 on cards without bfloat16.")
        DType dtype,

        @Size(min = 1, max = 64) @Pattern("^[a-z0-9][a-z0-9_-]*$")
        @JsonPropertyDescription("Quantisation method of the pinned vLLM. Leave unset for quantised checkpoints: they carry it.")
        String quantization,

        @Size(min = 1, max = 64) @Pattern("^[a-z0-9][a-z0-9_]*$")
        @JsonPropertyDescription("Data type of the KV cache, such as fp8; default auto (that of the model).")
        String kvCacheDtype,

        @JsonPropertyDescription("Whether equal prompt prefixes share their cache; default the profile's, else true.")
        Boolean prefixCaching,

        @Size(min = 1, max = 64) @Pattern("^[a-z0-9][a-z0-9_-]*$")
        @JsonPropertyDescription("vLLM tool-call parser; turns automatic tool choice on. `none` turns the hint of the profile off.")
        String toolCallParser,

        @Size(min = 1, max = 64) @Pattern("^[a-z0-9][a-z0-9_-]*$")
        @JsonPropertyDescription("vLLM reasoning parser. `none` turns the hint of the profile off.")
        String reasoningParser,

        @JsonPropertyDescription("ConfigMap key with a Jinja chat template; mounted on head and workers.")
        ConfigMapKeyRef chatTemplateRef,

        @PreserveUnknownFields @Size(max = 64)
        @JsonPropertyDescription("Further vLLM engine arguments by their Python names (snake_case). One that repeats a field of this object is refused.")
        Map<String, Object> extraArgs,

        @Size(max = 64)
        @JsonPropertyDescription("Further environment variables of head and workers.")
        List<EnvVar> env) {

    public EngineSpec {
        env = env == null ? List.of() : List.copyOf(env);
    }
}
