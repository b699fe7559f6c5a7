package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a taint does. */
public enum TaintEffect {
    @JsonProperty("NoSchedule")
    NO_SCHEDULE("NoSchedule"),
    @JsonProperty("PreferNoSchedule")
    PREFER_NO_SCHEDULE("PreferNoSchedule"),
    @JsonProperty("NoExecute")
    NO_EXECUTE("NoExecute");

    private final String text;

    TaintEffect(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
