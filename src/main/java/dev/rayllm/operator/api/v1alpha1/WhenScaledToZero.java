package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What callers get while no replica runs. */
public enum WhenScaledToZero {
    /** The provider's answer at once; the model is woken all the same. */
    @JsonProperty("Divert")
    DIVERT("Divert"),
    /** They wait for the model, up to the first-token limit. */
    @JsonProperty("Hold")
    HOLD("Hold");

    private final String text;

    WhenScaledToZero(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
