package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** One word for where a deployment stands. */
public enum Phase {
    /** Not judged yet, or nothing is there to run it. */
    @JsonProperty("Pending")
    PENDING("Pending"),
    /** Nodes are coming. */
    @JsonProperty("Provisioning")
    PROVISIONING("Provisioning"),
    /** Pods pull, download, load or warm up. */
    @JsonProperty("Starting")
    STARTING("Starting"),
    @JsonProperty("Ready")
    READY("Ready"),
    /** An earlier generation serves while the new one comes. */
    @JsonProperty("Updating")
    UPDATING("Updating"),
    /** Serving less than asked for. */
    @JsonProperty("Degraded")
    DEGRADED("Degraded"),
    /** Cannot go on without an edit. */
    @JsonProperty("Failed")
    FAILED("Failed"),
    @JsonProperty("Suspended")
    SUSPENDED("Suspended"),
    /** Healthy, with no replica until a request comes. */
    @JsonProperty("ScaledToZero")
    SCALED_TO_ZERO("ScaledToZero"),
    /** Children are being removed. */
    @JsonProperty("Deleting")
    DELETING("Deleting");

    private final String text;

    Phase(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
