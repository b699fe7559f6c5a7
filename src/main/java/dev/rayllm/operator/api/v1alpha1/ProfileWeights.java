package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Size of a checkpoint. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ProfileWeights(
        @Min(1) @Max(100_000_000_000_000L)
        @JsonPropertyDescription("Bytes of all weight files: total_size of model.safetensors.index.json.")
        Long bytes,

        @Min(1) @Max(100_000_000_000_000L)
        @JsonPropertyDescription("Parameters, as the model card counts them.")
        Long parameters) {
}
