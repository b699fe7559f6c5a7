package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Memory of the limiting GPU, as sized. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MemoryStatus(
        @Size(max = 16)
        @JsonPropertyDescription("What the driver reports.")
        String usable,

        @Size(max = 16)
        @JsonPropertyDescription("Usable memory times gpuMemoryUtilization.")
        String budget,

        @Size(max = 16)
        @JsonPropertyDescription("Weights on one GPU.")
        String weights,

        @Size(max = 16)
        @JsonPropertyDescription("Peak of the engine above the weights.")
        String activation,

        @Size(max = 16)
        @JsonPropertyDescription("CUDA context, NCCL and graphs.")
        String overhead,

        @Size(max = 16)
        @JsonPropertyDescription("What is left for the KV cache.")
        String kvCache) {
}
