package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.ScalingSpec;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import java.time.Duration;

/** Replicas and delays, with their defaults. */
final class ScalingChoice {

    private static final int DEFAULT_TARGET = 20;

    private ScalingChoice() {
    }

    /** The rules of the CRD once more: objects can be older than a rule. */
    static ScalingPlan of(ScalingSpec scaling) {
        int min = scaling.minReplicas() != null ? scaling.minReplicas() : 1;
        int max = scaling.maxReplicas() != null ? scaling.maxReplicas() : Math.max(1, min);
        int target = scaling.targetOngoingRequests() != null ? scaling.targetOngoingRequests() : DEFAULT_TARGET;
        int most = scaling.maxOngoingRequests() != null ? scaling.maxOngoingRequests()
                : Math.max(target + 1, target * 3 / 2);
        if (min > max) {
            throw new Refusal(Reason.INVALID_SPEC, "spec.scaling.minReplicas", min + " is above maxReplicas " + max,
                    "Raise maxReplicas or lower minReplicas");
        }
        if (target >= most) {
            throw new Refusal(Reason.INVALID_SPEC, "spec.scaling.targetOngoingRequests", target
                    + " is not below maxOngoingRequests " + most, "Replicas would fill up before another is added");
        }
        Duration downscale = Durations.parse(scaling.downscaleDelay(), Duration.ofMinutes(10));
        return new ScalingPlan(min, max, target, most,
                Durations.parse(scaling.upscaleDelay(), Duration.ofSeconds(30)), downscale,
                Durations.parse(scaling.scaleToZeroAfter(), downscale),
                Durations.parse(scaling.lookBackPeriod(), Duration.ofSeconds(30)));
    }
}
