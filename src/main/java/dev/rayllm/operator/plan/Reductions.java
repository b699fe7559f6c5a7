package dev.rayllm.operator.plan;

import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/** Finds the most of a demand that accepted hardware carries when it does not carry all of it. */
final class Reductions {

    /** Shorter contexts serve nobody. */
    private static final int SHORTEST_CONTEXT = 2048;
    /** Shorter typical requests would promise a number that no real load reaches. */
    static final int SHORTEST_TYPICAL = 512;
    private static final int STEP = 256;

    private final Search search;
    private final List<Hardware> hardware;

    Reductions(Search search, List<Hardware> hardware) {
        this.search = search;
        this.hardware = hardware;
    }

    /** The demand with the most requests at once that fit, from one up; null when not even one does. */
    Demand fewerRequests(Demand demand) {
        return most(1, demand.concurrency() - 1, demand::withConcurrency);
    }

    /** The same at the first share of GPU memory, in the order of the demand, at which one fits. */
    Demand fewerRequestsFirst(Demand demand) {
        return demand.utilizations().stream().map(share -> fewerRequests(demand.withUtilizations(List.of(share))))
                .filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** The demand with the longest typical request that fits, in steps of 256 tokens down to 512; null when none does. */
    Demand shorterTypical(Demand demand) {
        return most(SHORTEST_TYPICAL / STEP, (demand.averageTokens() - 1) / STEP,
                steps -> demand.withAverageTokens(steps * STEP));
    }

    /** The demand with the longest context that fits, in steps of 256 tokens down to 2048; null when none does. */
    Demand shorterContext(Demand demand) {
        return most(SHORTEST_CONTEXT / STEP, (demand.contextLength() - 1) / STEP,
                steps -> demand.withContextLength(steps * STEP));
    }

    /** What fits at a number fits at each smaller one, so halving finds the largest. */
    private Demand most(int lowest, int highest, IntFunction<Demand> reduced) {
        if (highest < lowest || !fits(reduced.apply(lowest))) {
            return null;
        }
        int low = lowest;
        int high = highest;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (fits(reduced.apply(middle))) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return reduced.apply(low);
    }

    private boolean fits(Demand demand) {
        return search.run(demand, hardware).best() != null;
    }
}
