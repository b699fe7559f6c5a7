package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Phase;
import java.time.Instant;

/** Status while a deployment goes: what it waits for. */
final class Deleting {

    private Deleting() {
    }

    static LlmDeploymentStatus status(LlmDeployment deployment, Teardown.Remaining remaining, Instant now) {
        return Replaced.condition(deployment.getStatus(), deployment, ConditionType.READY, remaining.reason(),
                remaining.message(), Phase.DELETING, now);
    }
}
