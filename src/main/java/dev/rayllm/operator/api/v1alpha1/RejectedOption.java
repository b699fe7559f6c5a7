package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Hardware that was weighed and left, with the one reason. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RejectedOption(
        @Size(max = 128)
        @JsonPropertyDescription("GPUs and instance type.")
        String option,

        @Size(max = 512)
        @JsonPropertyDescription("Why not.")
        String reason) {
}
