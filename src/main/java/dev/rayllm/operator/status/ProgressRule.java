package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.ConditionStatus;
import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.rollout.Rollout.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Progressing: whether a change is on its way, or why it cannot go on. */
final class ProgressRule {

    /** KubeRay looks every two seconds, and Ray takes a few more to report the restart. */
    private static final Duration SETTLE = Duration.ofSeconds(10);

    private ProgressRule() {
    }

    static Verdict verdict(StatusInput in, Conditions conditions, Verdict ready, boolean servesNewest) {
        if (in.rejected() != null) {
            return Verdict.no(Reason.NOT_ACCEPTED, "this generation is not accepted; what runs is left as it is");
        }
        if (in.suspended()) {
            return Verdict.no(Reason.SUSPENDED, "suspended");
        }
        if (in.rollout() != null && in.rollout().rolledBack()) {
            return rolledBack(in);
        }
        if (in.rollout() != null && in.rollout().step() == Step.HOLD) {
            return Verdict.no(Reason.INSUFFICIENT_SURGE_CAPACITY, in.rollout().message());
        }
        if (in.deferred()) {
            return Verdict.no(Reason.RENDERER_UPDATE_DEFERRED, "tables or defaults have changed since the last edit; what"
                    + " runs is left as it is until the spec is edited (`rayllm plan` shows the new plan)");
        }
        // Once it has served, a later fault is a fault of what runs, not of the rollout.
        boolean servedBefore = conditions.previous(ConditionType.PROGRESSING)
                .filter(c -> Reason.UP_TO_DATE.text().equals(c.reason()))
                .filter(c -> c.observedGeneration() != null && c.observedGeneration() == in.generation()).isPresent();
        boolean served = servesNewest && (ready.isTrue() || servedBefore && ready.reason() != Reason.STARTING);
        if (served && !settling(in, conditions)) {
            return Verdict.no(Reason.UP_TO_DATE, "this generation serves");
        }
        return moving(in, conditions);
    }

    private static Verdict rolledBack(StatusInput in) {
        var failed = in.rollout().failed();
        var good = in.rollout().history().lastGood().orElseThrow();
        return Verdict.no(Reason.ROLLED_BACK, "generation " + in.generation() + " (revision " + failed.number()
                + ") failed and revision " + good.number() + " of generation " + good.generation()
                + " is back. It is not tried again until the spec is edited. " + failed.reason());
    }

    /**
     * KubeRay reports an edit of the Serve config as seen before Ray has begun to act on it, so that what it shows for
     * some seconds is the generation before. Only what still serves after that is the new one.
     */
    private static boolean settling(StatusInput in, Conditions conditions) {
        boolean earlierServed = conditions.previous(ConditionType.READY)
                .filter(c -> ConditionStatus.TRUE.text().equals(c.status()))
                .filter(c -> c.observedGeneration() != null && c.observedGeneration() < in.generation()).isPresent();
        return earlierServed && conditions.previous(ConditionType.PROGRESSING)
                .filter(c -> Reason.ROLLING_OUT.text().equals(c.reason()))
                .map(c -> Instant.parse(c.lastTransitionTime()).plus(SETTLE).isAfter(in.now())).orElse(true);
    }

    /** The clock of a start runs from when this generation began to move. */
    private static Verdict moving(StatusInput in, Conditions conditions) {
        Optional<Condition> before = conditions.previous(ConditionType.PROGRESSING)
                .filter(c -> c.observedGeneration() != null && c.observedGeneration() == in.generation());
        Duration budget = in.plan().startBudget();
        boolean exceeded = before.filter(c -> Reason.STARTUP_DEADLINE_EXCEEDED.text().equals(c.reason())).isPresent()
                || before.filter(c -> Reason.ROLLING_OUT.text().equals(c.reason()))
                        .filter(c -> Instant.parse(c.lastTransitionTime()).plus(budget).isBefore(in.now())).isPresent();
        return exceeded ? Verdict.no(Reason.STARTUP_DEADLINE_EXCEEDED, "not serving after " + Durations.text(budget)
                + " (rollout.startupDeadline); the condition Ready says what it waits for. Nothing is torn down")
                : Verdict.yes(Reason.ROLLING_OUT, (in.rollout() != null && in.rollout().message() != null
                        ? in.rollout().message() + "; " : "") + "this generation is being brought up, within "
                        + Durations.text(budget));
    }
}
