package dev.rayllm.operator.rollout;

import dev.rayllm.operator.observe.Observation.Live;

/**
 * What one pass does about the difference between what is wanted and what runs.
 *
 * @param target      the children to bring about
 * @param step        how
 * @param message     for {@link Step#HOLD} and {@link Step#STOP_FIRST}, why, in words; else null
 * @param failed      the revision of this generation that failed and was rolled back; else null
 * @param dropPending name of a second cluster that is coming and that nobody wants any more; null when there is none
 * @param untouched   whether only our own tables have changed since the last edit: what runs is left as it is
 * @param history     revisions so far
 */
public record Rollout(Rendering target, Step step, String message, Revision failed, String dropPending,
        boolean untouched, History history) {

    /** How to go on. */
    public enum Step {
        /** Children are applied. */
        APPLY,
        /** Nothing is touched: there is no room for a second cluster beside the first. */
        HOLD,
        /** What runs is stopped before the new cluster is made. */
        STOP_FIRST
    }

    /** Whether an earlier revision was put back in place of this generation. */
    public boolean rolledBack() {
        return failed != null;
    }

    /** Whether a cluster of the wanted shape still has other bounds than are wanted. */
    public boolean boundsDiffer(Live cluster) {
        return target.clusterHash().equals(cluster.hash())
                && (cluster.minWorkers() != target.minWorkers() || cluster.maxWorkers() != target.maxWorkers());
    }
}
