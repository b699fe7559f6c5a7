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
        String startupDeadline,

        @JsonPropertyDescription("How a change that needs a new Ray cluster reaches what runs. Surge (default): the new cluster comes up beside the old one and takes over once it serves, which needs the GPUs of both. Recreate: the old one stops first; the model is away until the new one serves.")
        RolloutStrategy strategy,

        @JsonPropertyDescription("Whether a change that does not come up (the model fails to deploy, or startupDeadline passes) is replaced by the last revision that has served, until the spec is edited again; default true.")
        Boolean autoRollback,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("While nothing serves and no node comes for the chosen hardware, how long until the next accepted GPU model is tried, at most three times; default 10m, 0s for never.")
        String capacityDeadline) {
}
