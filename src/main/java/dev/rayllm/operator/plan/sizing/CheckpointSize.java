package dev.rayllm.operator.plan.sizing;

import java.util.Locale;
import java.util.Optional;

/**
 * The size of a checkpoint: as its index lists it, and as the architecture makes it.
 *
 * <p>The two may differ for a good reason in both directions. Files can be larger, for parts that an architecture cannot tell (a tower,
 * prediction layers); then they are believed. They can be smaller when a build stores more parts in few bits than its configuration
 * says; then they are believed down to what all matrices take in the smallest format that it names. Below that a part is missing from
 * the index, and nothing is: a plan must not get a smaller machine because a file is incomplete.
 *
 * @param listedGib   GiB of the weight files; NaN when not known
 * @param computedGib GiB counted by tensor
 * @param leastGib    GiB with every matrix in the smallest format that the configuration names; of an unquantised build computedGib
 */
public record CheckpointSize(double listedGib, double computedGib, double leastGib) {

    /** Files in float32 take twice what is loaded in 16 bits; more than that is another model. */
    private static final double FLOAT32_RATIO = 1.9;
    private static final double MOST_RATIO = 4;
    /** Within this the count by tensor is nearer to what the engine logs: files also hold layers that it leaves out. */
    private static final double NEAR_RATIO = 0.08;
    /** Built-in rows with a known size differ by 0.6 % at most. */
    private static final double WORTH_SAYING = 0.03;
    private static final double PERCENT = 100;

    /** Factor on the counted weights: 1, or that of the files where they are believed. */
    double factor() {
        double ratio = listedGib / computedGib;
        return Double.isNaN(ratio) || Math.abs(ratio - 1) <= NEAR_RATIO || incomplete() || ratio > MOST_RATIO ? 1 : ratio;
    }

    private boolean incomplete() {
        return listedGib < leastGib * (1 - NEAR_RATIO);
    }

    /** What a user should know when the two differ. */
    public Optional<String> warning() {
        double ratio = listedGib / computedGib;
        if (Double.isNaN(ratio) || Math.abs(ratio - 1) <= WORTH_SAYING) {
            return Optional.empty();
        }
        return Optional.of(String.format(Locale.ROOT, "the index lists %.2f GiB, the architecture comes to %.2f GiB (%+.0f %%): %s",
                listedGib, computedGib, (ratio - 1) * PERCENT, consequence(ratio)));
    }

    private String consequence(double ratio) {
        if (ratio > MOST_RATIO) {
            return "so far apart, one of the two is of another model, and sizing keeps to the architecture";
        } else if (incomplete()) {
            return "no build of this architecture is so small, so the index is not believed and sizing keeps to the architecture";
        } else if (factor() == 1) {
            return "sizing keeps to the architecture";
        } else if (ratio >= FLOAT32_RATIO) {
            return "sizing takes the larger; if the files are in float32, say torch_dtype float32, as they are loaded in 16 bits";
        }
        return "sizing multiplies the weights accordingly; the architecture lacks or has a part";
    }
}
