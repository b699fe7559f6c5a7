package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Status of a condition. */
public enum ConditionStatus {
    @JsonProperty("True")
    TRUE,
    @JsonProperty("False")
    FALSE,
    @JsonProperty("Unknown")
    UNKNOWN
}
