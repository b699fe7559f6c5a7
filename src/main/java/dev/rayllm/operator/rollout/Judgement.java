package dev.rayllm.operator.rollout;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.LastLine;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.rollout.Revision.Outcome;
import dev.rayllm.operator.rollout.Rollout.Step;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What became of the revision that is being brought about.
 *
 * @param revision the revision
 * @param outcome  served or failed
 * @param reason   why it failed, in words; null when it serves
 */
public record Judgement(Revision revision, Outcome outcome, String reason) {

    private static final String DEPLOY_FAILED = "DEPLOY_FAILED";

    /** The judgement; empty while it is open, or was made before. */
    public static Optional<Judgement> of(Rollout rollout, LlmDeploymentStatus status, Observation observation) {
        if (rollout.step() != Step.APPLY || rollout.rolledBack()) {
            return Optional.empty();
        }
        return rollout.history().of(rollout.target()).filter(r -> r.outcome() == Outcome.PENDING)
                .flatMap(r -> judge(r, rollout, status, observation));
    }

    private static Optional<Judgement> judge(Revision revision, Rollout rollout, LlmDeploymentStatus status,
            Observation observation) {
        Condition progress = condition(status, ConditionType.PROGRESSING);
        if (Reason.UP_TO_DATE.text().equals(progress.reason())) {
            return Optional.of(new Judgement(revision, Outcome.SERVED, null));
        }
        Optional<Cluster> failed = observation.service() == null ? Optional.empty()
                : Stream.of(observation.service().pending(), observation.service().active())
                        .filter(c -> c != null && rollout.target().clusterHash().equals(c.hash()))
                        .filter(c -> DEPLOY_FAILED.equals(c.application())).findFirst();
        if (failed.isPresent()) {
            return Optional.of(new Judgement(revision, Outcome.FAILED, Reason.DEPLOY_FAILED.text() + ": "
                    + why(status, failed.get())));
        }
        return Reason.STARTUP_DEADLINE_EXCEEDED.text().equals(progress.reason())
                ? Optional.of(new Judgement(revision, Outcome.FAILED, progress.reason() + ": " + progress.message()))
                : Optional.empty();
    }

    /** A recognised fault says more than the end of Ray's message, and holds no secret. */
    private static String why(LlmDeploymentStatus status, Cluster failed) {
        return status.diagnosis().isEmpty() ? LastLine.of(failed.message())
                : status.diagnosis().getFirst().code() + ": " + status.diagnosis().getFirst().message();
    }

    private static Condition condition(LlmDeploymentStatus status, ConditionType type) {
        return status.conditions().stream().filter(c -> c.type().equals(type.text())).findFirst().orElseThrow();
    }
}
