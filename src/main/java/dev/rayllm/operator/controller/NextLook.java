package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Observation.ProviderKey;
import dev.rayllm.operator.plan.Outcome;
import java.time.Duration;

/** When a deployment is looked at again though no event has come. */
final class NextLook {

    /** How soon kinds, Secrets and ConfigMaps that are not there yet are looked for again; none of them is watched. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);
    /** Deadlines and settling run on without an event. */
    private static final Duration WHILE_MOVING = Duration.ofSeconds(5);

    private NextLook() {
    }

    /** The time until then; null for none of its own. */
    static Duration after(Outcome outcome, Sight sight, LlmDeploymentStatus status) {
        boolean waiting = outcome instanceof Outcome.Rejected || sight.kindMissing() || sight.conflict() != null
                || gatewayWaits(sight, status);
        boolean moving = !sight.observation().capacity().waiting().isEmpty()
                || status.conditions().stream().anyMatch(c -> c.reason().equals(Reason.ROLLING_OUT.text()));
        boolean unwell = sight.observation().service() != null && !sight.observation().service().isWell();
        return waiting ? LOOK_AGAIN : moving ? WHILE_MOVING : unwell ? LOOK_AGAIN : null;
    }

    /** For a key, as Secrets are not watched, or for the end of a gateway whose block was removed. */
    private static boolean gatewayWaits(Sight sight, LlmDeploymentStatus status) {
        return status.fallback() != null && (status.fallback().removedAfter() != null
                || sight.observation().gateway() == null || sight.observation().gateway().key() != ProviderKey.USABLE);
    }
}
