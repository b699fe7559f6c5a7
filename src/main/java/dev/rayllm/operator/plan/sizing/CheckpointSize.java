package dev.rayllm.operator.plan.sizing;

import java.util.Locale;
import java.util.Optional;

/**
 * The size of a checkpoint: as its index lists it, and as the architecture makes it.
 *
 * @param listedGib   GiB of the weight files; NaN when not known
 * @param computedGib GiB counted by tensor
 */
public record CheckpointSize(double listedGib, double computedGib) {

    /** Outside these bounds a known size is that of other files: duplicates, another format. */
    private static final double LEAST_RATIO = 0.4;
    private static final double MOST_RATIO = 1.5;
    /** Within this the count by tensor is nearer to what the engine logs: files also hold layers that it leaves out. */
    private static final double NEAR_RATIO = 0.08;
    /** Built-in rows with a known size differ by 0.6 % at most. */
    private static final double WORTH_SAYING = 0.03;
    private static final double PERCENT = 100;

    /** Factor on the counted weights: the files are believed where they differ, unless they must be others. */
    double factor() {
        double ratio = listedGib / computedGib;
        return Double.isNaN(ratio) || Math.abs(ratio - 1) <= NEAR_RATIO || ratio < LEAST_RATIO || ratio > MOST_RATIO ? 1 : ratio;
    }

    /** What a user should know when the two differ. */
    public Optional<String> warning() {
        double ratio = listedGib / computedGib;
        if (Double.isNaN(ratio) || Math.abs(ratio - 1) <= WORTH_SAYING) {
            return Optional.empty();
        }
        String differ = String.format(Locale.ROOT, "the index lists %.2f GiB, the architecture comes to %.2f GiB (%+.0f %%): ",
                listedGib, computedGib, (ratio - 1) * PERCENT);
        if (ratio < LEAST_RATIO || ratio > MOST_RATIO) {
            return Optional.of(differ + "so far apart, one of the two is of another model or format, and sizing keeps to the architecture");
        }
        return Optional.of(differ + (factor() == 1 ? "sizing keeps to the architecture"
                : "sizing multiplies the weights accordingly; the architecture lacks or has a part"));
    }
}
