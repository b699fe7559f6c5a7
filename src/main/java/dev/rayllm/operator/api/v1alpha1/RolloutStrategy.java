package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a new cluster replaces the old one. */
public enum RolloutStrategy {
    /** The new cluster comes up beside the old one and takes over once it serves: no downtime, twice the GPUs. */
    @JsonProperty("Surge")
    SURGE,
    /** The old cluster stops first: no further GPUs, and no model until the new one serves. */
    @JsonProperty("Recreate")
    RECREATE
}
