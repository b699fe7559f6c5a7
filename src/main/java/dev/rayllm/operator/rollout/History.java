package dev.rayllm.operator.rollout;

import dev.rayllm.operator.rollout.Revision.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Revisions of one deployment.
 *
 * @param revisions newest first
 */
public record History(List<Revision> revisions) {

    /** How many revisions are kept; the last good one always is. */
    public static final int KEPT = 10;

    public History {
        revisions = revisions.stream().sorted(Comparator.comparingLong(Revision::number).reversed()).toList();
    }

    /** No revision. */
    public static History none() {
        return new History(List.of());
    }

    /** The revision of a rendering. */
    public Optional<Revision> of(Rendering rendering) {
        return revisions.stream().filter(r -> r.hash().equals(rendering.hash())).findFirst();
    }

    /** The newest revision that has served and did not fail later. */
    public Optional<Revision> lastGood() {
        return revisions.stream().filter(r -> r.outcome() == Outcome.SERVED).findFirst();
    }

    /** What failed of this generation: it is not tried again until the spec is edited. */
    public Optional<Revision> failed(long generation) {
        return revisions.stream().filter(r -> r.outcome() == Outcome.FAILED && r.generation() == generation).findFirst();
    }

    /** Number of the next revision. */
    public long nextNumber() {
        return revisions.isEmpty() ? 1 : revisions.getFirst().number() + 1;
    }

    /** Revisions that need not be kept. */
    public List<Revision> surplus() {
        Optional<Revision> good = lastGood();
        return revisions.stream().skip(KEPT).filter(r -> good.isEmpty() || r != good.get()).toList();
    }
}
