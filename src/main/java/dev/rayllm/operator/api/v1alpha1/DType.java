package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Data type of weights and activations, spelled as vLLM does. */
public enum DType {
    /** That of the checkpoint; float16 on cards without bfloat16. */
    @JsonProperty("auto")
    AUTO("auto"),
    @JsonProperty("bfloat16")
    BFLOAT16("bfloat16"),
    @JsonProperty("float16")
    FLOAT16("float16");

    private final String text;

    DType(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
