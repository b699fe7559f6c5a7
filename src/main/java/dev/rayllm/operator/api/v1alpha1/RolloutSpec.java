package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** How a change reaches what runs. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "!has(self.startupDeadline) || self.startupDeadline.matches('[1-9]')",
        messageExpression = "\"rollout.startupDeadline '\" + self.startupDeadline + \"' must be above zero: nodes, image and weights take minutes\"")
public record RolloutSpec(
        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("Start budget of a replica: node, image, weights and warm-up together; default 45m. Past it the status says what it waits for.")
        String startupDeadline) {
}
