package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.ConditionStatus;
import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.api.v1alpha1.Reason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A status in which one condition was set to False and the rest stands as it was. */
final class Replaced {

    private Replaced() {
    }

    static LlmDeploymentStatus condition(LlmDeploymentStatus before, LlmDeployment deployment, ConditionType type,
            Reason reason, String message, Phase phase, Instant now) {
        List<Condition> conditions = new ArrayList<>(before == null ? List.of() : before.conditions());
        String since = conditions.stream()
                .filter(c -> c.type().equals(type.text()) && c.status().equals(ConditionStatus.FALSE.text()))
                .map(Condition::lastTransitionTime).findFirst()
                .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
        conditions.removeIf(c -> c.type().equals(type.text()));
        conditions.add(new Condition(type.text(), ConditionStatus.FALSE.text(), reason.text(), message, since,
                deployment.getMetadata().getGeneration()));
        return before == null ? new LlmDeploymentStatus(null, phase, null, null, conditions, null, null, null, null, null, null)
                : new LlmDeploymentStatus(before.observedGeneration(), phase, before.model(), before.endpoint(),
                        conditions, before.replicas(), before.plan(), before.rollout(),
                        before.capacity(), before.diagnosis(), before.fallback());
    }
}
