package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who makes the nodes. */
public enum NodesMode {
    /** A NodePool of our own. */
    @JsonProperty("Karpenter")
    KARPENTER,
    /** Nobody: GPU nodes are there. */
    @JsonProperty("Existing")
    EXISTING
}
