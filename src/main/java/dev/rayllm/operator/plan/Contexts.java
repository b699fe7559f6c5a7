package dev.rayllm.operator.plan;

import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.List;

/** Finds the longest context that accepted hardware carries. */
final class Contexts {

    /** Shorter contexts serve nobody. */
    private static final int SHORTEST = 2048;
    private static final int STEP = 256;

    private final Search search;
    private final Demand demand;
    private final List<Hardware> hardware;

    Contexts(Search search, Demand demand, List<Hardware> hardware) {
        this.search = search;
        this.demand = demand;
        this.hardware = hardware;
    }

    /** The demand with the longest context that fits, in steps of 256 tokens down to 2048; null when none does. */
    Demand longestThatFits() {
        int low = SHORTEST / STEP;
        int high = (demand.contextLength() - 1) / STEP;
        if (high < low || !fits(low)) {
            return null;
        }
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (fits(middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return demand.withContextLength(low * STEP);
    }

    private boolean fits(int steps) {
        return search.run(demand.withContextLength(steps * STEP), hardware).best() != null;
    }
}
