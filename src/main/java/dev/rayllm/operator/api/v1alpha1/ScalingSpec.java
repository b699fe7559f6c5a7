package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** How many replicas serve, and when that changes. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "!has(self.maxReplicas) || (has(self.minReplicas) ? self.minReplicas : 1) <= self.maxReplicas",
        messageExpression = "'scaling.minReplicas ' + string(has(self.minReplicas) ? self.minReplicas : 1) + ' is above scaling.maxReplicas ' + string(self.maxReplicas) + ': raise maxReplicas or lower minReplicas'")
@ValidationRule(value = "!has(self.maxOngoingRequests) || (has(self.targetOngoingRequests) ? self.targetOngoingRequests : 20) < self.maxOngoingRequests",
        messageExpression = "'scaling.targetOngoingRequests ' + string(has(self.targetOngoingRequests) ? self.targetOngoingRequests : 20) + ' is not below scaling.maxOngoingRequests ' + string(self.maxOngoingRequests) + ': replicas would fill up before another is added'")
@ValidationRule(value = "!has(self.scaleToZeroAfter) || (has(self.minReplicas) && self.minReplicas == 0)",
        message = "scaling.scaleToZeroAfter needs scaling.minReplicas 0")
public record ScalingSpec(
        @Min(0) @Max(1000)
        @JsonPropertyDescription("Replicas that always run; default 1. 0 allows scale to zero.")
        Integer minReplicas,

        @Min(1) @Max(1000)
        @JsonPropertyDescription("Most replicas; default the larger of minReplicas and 1.")
        Integer maxReplicas,

        @Min(1) @Max(100_000)
        @JsonPropertyDescription("Requests in flight of one replica at which another is added; default 20.")
        Integer targetOngoingRequests,

        @Min(2) @Max(100_000)
        @JsonPropertyDescription("Most requests in flight of one replica; further ones queue. Must be above the target; default 1.5 times the target.")
        Integer maxOngoingRequests,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("How long demand must last before a replica is added; default 30s.")
        String upscaleDelay,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("How long demand must be low before a replica goes; default 10m.")
        String downscaleDelay,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("How long there must be no request before the last replica goes; needs minReplicas 0; default downscaleDelay.")
        String scaleToZeroAfter,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("Window over which requests in flight are averaged; default 30s.")
        String lookBackPeriod) {
}
