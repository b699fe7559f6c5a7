package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What was tried to get nodes for one generation of the spec; an edit begins anew. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record CapacityStatus(
        @JsonPropertyDescription("Generation that this is about.")
        Long generation,

        @Size(max = 64)
        @JsonPropertyDescription("Since when no node comes for the hardware in use; absent while none is missing.")
        String missingSince,

        @Size(max = 3)
        @JsonPropertyDescription("Hardware that was given up for want of nodes, in order; rollout.capacityDeadline says after what time.")
        List<TriedOption> tried) {

    public CapacityStatus {
        tried = tried == null ? List.of() : List.copyOf(tried);
    }
}
