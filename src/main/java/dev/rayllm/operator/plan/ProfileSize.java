package dev.rayllm.operator.plan;

import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the size of the checkpoint that a {@code ModelProfile} states can be that of its architecture. All sizing rests
 * on both. Formats that the profile does not name and parts beside the text model explain some difference.
 */
public final class ProfileSize {

    /** From four bits without mention to 32 bits, and something beside. */
    private static final double LEAST = 0.2;
    private static final double MOST = 3;
    private static final double LOW = 0.6;
    private static final double HIGH = 1.7;

    private ProfileSize() {
    }

    /** Why a size cannot be, or empty; also for a profile whose architecture is not usable. */
    public static Optional<String> problem(ModelRow row) {
        return problem(row, new Search(MemoryModel.standard()));
    }

    static Optional<String> problem(ModelRow row, Search search) {
        double ratio = ratio(row, search);
        return ratio >= LEAST && ratio <= MOST ? Optional.empty()
                : Optional.of("weights.bytes " + row.spec().weights().bytes() + text(row, search)
                        + ": take total_size from the checkpoint's index, or leave it out");
    }

    static Optional<String> warning(ModelRow row, Search search) {
        double ratio = ratio(row, search);
        return ratio >= LOW && ratio <= HIGH ? Optional.empty()
                : Optional.of("profile " + row.name() + ": weights.bytes " + row.spec().weights().bytes() + text(row, search)
                        + ": one of the two may be wrong, and with it the sizing");
    }

    private static String text(ModelRow row, Search search) {
        return String.format(Locale.ROOT, " (%.1f GiB) does not go with the architecture, whose weights are about %.1f GiB",
                row.spec().weights().bytes() / (double) (1L << 30), search.checkpointGib(row.spec().architecture()));
    }

    /** Stated by computed size; 1 where there is nothing to compare. */
    private static double ratio(ModelRow row, Search search) {
        if (row.builtIn() || !row.problems().isEmpty() || row.spec().weights() == null
                || row.spec().weights().bytes() == null) {
            return 1;
        }
        return row.spec().weights().bytes() / (double) (1L << 30) / search.checkpointGib(row.spec().architecture());
    }
}
