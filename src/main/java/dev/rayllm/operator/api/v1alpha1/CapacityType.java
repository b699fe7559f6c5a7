package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a node is bought, as Karpenter names it. */
public enum CapacityType {
    @JsonProperty("on-demand")
    ON_DEMAND("on-demand"),
    /** Cheaper, may be taken away at two minutes notice. */
    @JsonProperty("spot")
    SPOT("spot"),
    /** A capacity reservation of the node class. */
    @JsonProperty("reserved")
    RESERVED("reserved");

    private final String text;

    CapacityType(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
