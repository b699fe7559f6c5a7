package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The questions that conditions answer. */
public enum ConditionType {
    /** Whether the spec can be planned. */
    @JsonProperty("Accepted")
    ACCEPTED("Accepted"),
    /** Whether nodes for the replicas are there, or can come. */
    @JsonProperty("CapacityReady")
    CAPACITY_READY("CapacityReady"),
    /** Whether a rollout moves, or why it cannot. */
    @JsonProperty("Progressing")
    PROGRESSING("Progressing"),
    /** Whether autoscaling acts as asked. */
    @JsonProperty("Scaling")
    SCALING("Scaling"),
    /** Whether this generation's model is served on at least minReplicas. */
    @JsonProperty("Ready")
    READY("Ready"),
    /** Whether the gateway serves and can turn to the provider; only with a fallback. */
    @JsonProperty("FallbackReady")
    FALLBACK_READY("FallbackReady");

    private final String text;

    ConditionType(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
