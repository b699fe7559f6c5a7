package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Replicas of the model. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReplicaStatus(
        @JsonPropertyDescription("Replicas that the autoscaler wants now.")
        Integer desired,

        @JsonPropertyDescription("Replicas that serve.")
        Integer ready,

        @JsonPropertyDescription("Lower bound in force.")
        Integer min,

        @JsonPropertyDescription("Upper bound in force.")
        Integer max,

        @Size(max = 32)
        @JsonPropertyDescription("Ready and desired, for the table of kubectl: 2/2.")
        String summary) {
}
