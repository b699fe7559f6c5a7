package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.ScalingSpec;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import java.time.Duration;

/** Replicas and delays, with their defaults. */
final class ScalingChoice {

    /** Requests in flight of one replica at which another is added, unless the spec says what a replica holds. */
    static final int DEFAULT_TARGET = 20;
    /** A replica that is sized for more is filled to this share before another is added: the rest serves while it starts. */
    private static final double FILLED = 0.8;

    private ScalingChoice() {
    }

    /**
     * Checks the rules of the CRD once more, as objects can be older than a rule. What is left open follows from what a
     * replica was sized for.
     *
     * @param concurrency requests at once that the spec asks one replica to hold; null when it does not say
     */
    static ScalingPlan of(ScalingSpec scaling, Integer concurrency) {
        int min = scaling.minReplicas() != null ? scaling.minReplicas() : 1;
        int max = scaling.maxReplicas() != null ? scaling.maxReplicas() : Math.max(1, min);
        int held = concurrency == null ? 0 : concurrency;
        int target = target(scaling, held);
        int most = scaling.maxOngoingRequests() != null ? scaling.maxOngoingRequests()
                : Math.max(Math.max(target + 1, target * 3 / 2), held);
        if (min > max) {
            throw new Refusal(Reason.INVALID_SPEC, "spec.scaling.minReplicas", min + " is above maxReplicas " + max,
                    "Raise maxReplicas or lower minReplicas");
        }
        if (target >= most) {
            throw new Refusal(Reason.INVALID_SPEC, "spec.scaling.targetOngoingRequests", target
                    + " is not below maxOngoingRequests " + most, "Replicas would fill up before another is added");
        }
        return plan(scaling, min, max, target, most);
    }

    private static int target(ScalingSpec scaling, int held) {
        if (scaling.targetOngoingRequests() != null) {
            return scaling.targetOngoingRequests();
        }
        int target = Math.max(DEFAULT_TARGET, (int) (held * FILLED));
        // The CRD's rule compares a maximum with the default of 20, so that this never goes below it.
        return scaling.maxOngoingRequests() == null || held <= DEFAULT_TARGET ? target
                : Math.min(target, Math.max(DEFAULT_TARGET, scaling.maxOngoingRequests() - 1));
    }

    private static ScalingPlan plan(ScalingSpec scaling, int min, int max, int target, int most) {
        Duration downscale = Durations.parse(scaling.downscaleDelay(), Duration.ofMinutes(10));
        return new ScalingPlan(min, max, target, most,
                Durations.parse(scaling.upscaleDelay(), Duration.ofSeconds(30)), downscale,
                Durations.parse(scaling.scaleToZeroAfter(), downscale),
                Durations.parse(scaling.lookBackPeriod(), Duration.ofSeconds(30)));
    }
}
