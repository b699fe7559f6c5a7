package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a toleration compares. */
public enum TolerationOperator {
    @JsonProperty("Equal")
    EQUAL("Equal"),
    @JsonProperty("Exists")
    EXISTS("Exists");

    private final String text;

    TolerationOperator(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
