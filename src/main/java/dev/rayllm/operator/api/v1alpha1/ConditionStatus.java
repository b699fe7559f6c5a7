package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Status of a condition. */
public enum ConditionStatus {
    @JsonProperty("True")
    TRUE("True"),
    @JsonProperty("False")
    FALSE("False"),
    @JsonProperty("Unknown")
    UNKNOWN("Unknown");

    private final String text;

    ConditionStatus(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
