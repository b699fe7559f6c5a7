package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a toleration compares. */
public enum TolerationOperator {
    @JsonProperty("Equal")
    EQUAL,
    @JsonProperty("Exists")
    EXISTS
}
