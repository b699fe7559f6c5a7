package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Whether the row can be used. */
@JsonClassDescription("Whether the row can be used.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ModelProfileStatus(
        @JsonPropertyDescription("Newest generation that was judged.")
        Long observedGeneration,

        @Size(max = 16)
        @JsonPropertyDescription("Accepted: whether the row takes part.")
        List<Condition> conditions) {

    public ModelProfileStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }
}
