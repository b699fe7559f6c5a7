package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.rollout.History;
import dev.rayllm.operator.rollout.Rollout;
import java.time.Instant;
import java.util.List;

/**
 * All that status is composed from.
 *
 * @param deployment  the object, with the status that it came in with
 * @param outcome     what planning came to
 * @param observation what the cluster shows
 * @param rollout     how the plan reaches what runs; null when refused or suspended
 * @param history     revisions so far
 * @param conflict    why a child cannot be written, such as a NodePool of another owner; null when none
 * @param findings    faults that were recognised, the most telling first
 * @param now         the clock
 */
public record StatusInput(LlmDeployment deployment, Outcome outcome, Observation observation, Rollout rollout,
        History history, Conflict conflict, List<Finding> findings, Instant now) {

    public StatusInput {
        findings = List.copyOf(findings);
    }

    /** The plan, or null when refused. */
    Plan plan() {
        return outcome instanceof Outcome.Planned planned ? planned.plan() : null;
    }

    /** The refusal, or null when planned. */
    Outcome.Rejected rejected() {
        return outcome instanceof Outcome.Rejected rejected ? rejected : null;
    }

    /** Whether today's rendering differs from what runs, though the user edited nothing. */
    boolean deferred() {
        return rollout != null && rollout.untouched();
    }

    boolean suspended() {
        return Boolean.TRUE.equals(deployment.getSpec().suspend());
    }

    long generation() {
        Long generation = deployment.getMetadata().getGeneration();
        return generation == null ? 0 : generation;
    }
}
