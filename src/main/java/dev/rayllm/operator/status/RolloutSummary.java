package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.RevisionStatus;
import dev.rayllm.operator.api.v1alpha1.RolloutStatus;
import dev.rayllm.operator.rollout.History;
import dev.rayllm.operator.rollout.Revision;
import dev.rayllm.operator.rollout.Rollout;

/** The revisions, for status. */
final class RolloutSummary {

    private RolloutSummary() {
    }

    static RolloutStatus of(Rollout rollout, History history) {
        if (history.revisions().isEmpty()) {
            return null;
        }
        Long current = rollout == null ? null : history.of(rollout.target()).map(Revision::number).orElse(null);
        return new RolloutStatus(current, history.lastGood().map(Revision::number).orElse(null),
                history.revisions().stream().limit(History.KEPT).map(r -> new RevisionStatus(r.number(), r.generation(),
                        r.hash(), r.since(), r.outcome().text(),
                        r.reason() == null || r.reason().isEmpty() ? null : r.reason())).toList());
    }
}
