package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;

/** Defaults and hints that a profile gives to deployments of its model. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ProfileDefaults(
        @Min(16) @Max(100_000_000)
        @JsonPropertyDescription("Context length to serve, in tokens, when the deployment asks for none.")
        Integer contextLength,

        @Size(max = 4) @Pattern("^0\\.(5[0-9]?|[6-8][0-9]?|9[0-8]?)$")
        @JsonPropertyDescription("Share of GPU memory that the engine may use, 0.50 to 0.98, as a decimal string.")
        String gpuMemoryUtilization,

        @Size(max = 64)
        @JsonPropertyDescription("vLLM tool-call parser of this model's chat template.")
        String toolCallParser,

        @Size(max = 64)
        @JsonPropertyDescription("vLLM reasoning parser, for models that write their chain of thought.")
        String reasoningParser,

        @JsonPropertyDescription("Whether equal prompt prefixes share their cache.")
        Boolean prefixCaching,

        @JsonPropertyDescription("True for models that write long chains of thought: a typical request is sized at half the context, up to 8192 tokens.")
        Boolean longOutputs,

        @JsonPropertyDescription("True when the repository needs an accepted licence and a token.")
        Boolean gated) {
}
