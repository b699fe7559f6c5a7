package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** One answer to one question about a deployment, as Kubernetes writes conditions. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Condition(
        @Required @Size(max = 64)
        @JsonPropertyDescription("What is judged: Accepted, CapacityReady, Progressing, Scaling or Ready.")
        String type,

        @Required @Size(max = 8)
        @JsonPropertyDescription("True, False or Unknown.")
        String status,

        @Required @Size(max = 64)
        @JsonPropertyDescription("Why, in one word of a closed list; each has a page in the documentation.")
        String reason,

        @Size(max = 2048)
        @JsonPropertyDescription("Why, in words, with what to do.")
        String message,

        @Size(max = 40)
        @JsonPropertyDescription("When status last changed (RFC 3339).")
        String lastTransitionTime,

        @JsonPropertyDescription("Generation of the object that was judged.")
        Long observedGeneration) {
}
