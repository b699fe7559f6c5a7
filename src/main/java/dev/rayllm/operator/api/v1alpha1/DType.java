package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Data type of weights and activations, spelled as vLLM does. */
public enum DType {
    /** That of the checkpoint; float16 on cards without bfloat16. */
    @JsonProperty("auto")
    AUTO,
    @JsonProperty("bfloat16")
    BFLOAT16,
    @JsonProperty("float16")
    FLOAT16
}
