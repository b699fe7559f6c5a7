package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who makes the nodes. */
public enum NodesMode {
    /** A NodePool of our own. */
    @JsonProperty("Karpenter")
    KARPENTER("Karpenter"),
    /** Nobody: GPU nodes are there. */
    @JsonProperty("Existing")
    EXISTING("Existing");

    private final String text;

    NodesMode(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
