package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a node is bought, as Karpenter names it. */
public enum CapacityType {
    @JsonProperty("on-demand")
    ON_DEMAND,
    /** Cheaper, may be taken away at two minutes notice. */
    @JsonProperty("spot")
    SPOT,
    /** A capacity reservation of the node class. */
    @JsonProperty("reserved")
    RESERVED
}
