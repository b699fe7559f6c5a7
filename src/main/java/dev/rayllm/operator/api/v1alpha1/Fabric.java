package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Fast network between nodes. */
public enum Fabric {
    /** Elastic Fabric Adapter of AWS. */
    @JsonProperty("EFA")
    EFA
}
