package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Fast network between nodes. */
public enum Fabric {
    /** Elastic Fabric Adapter of AWS. */
    @JsonProperty("EFA")
    EFA("EFA");

    private final String text;

    Fabric(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
