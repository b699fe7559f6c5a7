package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a taint does. */
public enum TaintEffect {
    @JsonProperty("NoSchedule")
    NO_SCHEDULE,
    @JsonProperty("PreferNoSchedule")
    PREFER_NO_SCHEDULE,
    @JsonProperty("NoExecute")
    NO_EXECUTE
}
