package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What was chosen, and why. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PlanStatus(
        @Size(max = 256)
        @JsonPropertyDescription("The plan in one line.")
        String summary,

        @Size(max = 256)
        @JsonPropertyDescription("Repository or folder that the engine loads.")
        String repository,

        @Size(max = 64)
        @JsonPropertyDescription("GPUs of one replica: 1×A10G, or nodes × GPUs × model.")
        String shape,

        @Size(max = 64)
        @JsonPropertyDescription("GPU model; the weakest when several are accepted.")
        String gpu,

        @JsonPropertyDescription("GPUs of one replica.")
        Integer gpusPerReplica,

        @JsonPropertyDescription("Nodes of one replica.")
        Integer nodesPerReplica,

        @Size(max = 64)
        @JsonPropertyDescription("Instance types that can carry it, cheapest first.")
        List<@Size(max = 63) String> instanceTypes,

        @JsonPropertyDescription("GPUs that share each layer.")
        Integer tensorParallelSize,

        @JsonPropertyDescription("Stages that share the layers.")
        Integer pipelineParallelSize,

        @JsonPropertyDescription("Longest request, tokens.")
        Integer contextLength,

        @Size(max = 8)
        @JsonPropertyDescription("Share of GPU memory for the engine.")
        String gpuMemoryUtilization,

        @JsonPropertyDescription("Most requests in one step.")
        Integer maxNumSeqs,

        @JsonPropertyDescription("Most tokens in one step.")
        Integer maxNumBatchedTokens,

        @Size(max = 16)
        @JsonPropertyDescription("Data type of weights and activations.")
        String dtype,

        @Size(max = 600)
        @JsonPropertyDescription("Ray and vLLM versions with the image.")
        String runtime,

        @JsonPropertyDescription("Memory of the limiting GPU.")
        MemoryStatus memory,

        @JsonPropertyDescription("Tokens that the KV cache of one replica holds.")
        Long kvCacheTokens,

        @JsonPropertyDescription("Price at list prices.")
        CostStatus cost,

        @Size(max = 256)
        @JsonPropertyDescription("Estimated speed and cost of tokens in one line; not a measurement. `rayllm plan` shows more.")
        String estimate,

        @Size(max = 512)
        @JsonPropertyDescription("Why this option.")
        String reason,

        @Size(max = 32)
        @JsonPropertyDescription("What works but deserves a second look.")
        List<@Size(max = 1024) String> warnings,

        @Size(max = 12)
        @JsonPropertyDescription("The nearest options that were left; `rayllm plan` lists all.")
        List<RejectedOption> rejected) {

    public PlanStatus {
        instanceTypes = instanceTypes == null ? List.of() : List.copyOf(instanceTypes);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
        rejected = rejected == null ? List.of() : List.copyOf(rejected);
    }
}
