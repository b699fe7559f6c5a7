package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** One word for where a deployment stands. */
public enum Phase {
    /** Not judged yet, or refused. */
    @JsonProperty("Pending")
    PENDING,
    /** Nodes are coming. */
    @JsonProperty("Provisioning")
    PROVISIONING,
    /** Pods pull, download, load or warm up. */
    @JsonProperty("Starting")
    STARTING,
    @JsonProperty("Ready")
    READY,
    /** An earlier generation serves while the new one comes. */
    @JsonProperty("Updating")
    UPDATING,
    /** Serving less than asked for. */
    @JsonProperty("Degraded")
    DEGRADED,
    /** Cannot go on without an edit. */
    @JsonProperty("Failed")
    FAILED,
    @JsonProperty("Suspended")
    SUSPENDED,
    /** Healthy, with no replica until a request comes. */
    @JsonProperty("ScaledToZero")
    SCALED_TO_ZERO,
    /** Children are being removed. */
    @JsonProperty("Deleting")
    DELETING
}
