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
@ValidationRule(value = "!has(self.maxReplicas) || !has(self.minReplicas) || self.minReplicas <= self.maxReplicas",
        messageExpression = "'scaling.minReplicas %d is above scaling.maxReplicas %d: raise maxReplicas or lower minReplicas'.format([self.minReplicas, self.maxReplicas])")
@ValidationRule(value = "!has(self.maxOngoingRequests) || (has(self.targetOngoingRequests) ? self.targetOngoingRequests : 20) < self.maxOngoingRequests",
        messageExpression = "'scaling.targetOngoingRequests %s is not below scaling.maxOngoingRequests %d: raise the maximum or lower the target, else replicas fill up before another is added'.format([has(self.targetOngoingRequests) ? string(self.targetOngoingRequests) : '20 (the default)', self.maxOngoingRequests])")
@ValidationRule(value = "!has(self.scaleToZeroAfter) || (has(self.minReplicas) && self.minReplicas == 0)",
        messageExpression = "'scaling.scaleToZeroAfter needs scaling.minReplicas 0, which is %s: set minReplicas 0 or remove scaleToZeroAfter'.format([has(self.minReplicas) ? string(self.minReplicas) : '1 (the default)'])")
@ValidationRule(value = "!has(self.lookBackPeriod) || self.lookBackPeriod.matches('[1-9]')",
        messageExpression = "\"scaling.lookBackPeriod '\" + self.lookBackPeriod + \"' must be above zero: demand is averaged over it\"")
public record ScalingSpec(
        @Min(0) @Max(1000)
        @JsonPropertyDescription("Replicas that always run; default 1. 0 allows scale to zero.")
        Integer minReplicas,

        @Min(1) @Max(1000)
        @JsonPropertyDescription("Most replicas; default the larger of minReplicas and 1.")
        Integer maxReplicas,

        @Min(1) @Max(100_000)
        @JsonPropertyDescription("Requests in flight of one replica at which another is added; default 20, or four fifths of workload.concurrency where that is set and more.")
        Integer targetOngoingRequests,

        @Min(2) @Max(100_000)
        @JsonPropertyDescription("Most requests in flight of one replica; further ones queue. Must be above the target; default 1.5 times the target, and no less than workload.concurrency.")
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
