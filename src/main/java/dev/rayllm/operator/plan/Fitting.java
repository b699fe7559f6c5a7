package dev.rayllm.operator.plan;

import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.List;

/**
 * A demand that accepted hardware carries, and the options for it. What the user asked for is carried whole or not at
 * all; what was only assumed gives way: requests at once, else their typical length, and then the context.
 *
 * @param wanted the demand with all assumptions
 * @param demand the demand that is met
 * @param result options for it
 */
record Fitting(Demand wanted, Demand demand, Search.Result result) {

    /** The demand, or the most of it that fits; its result has no best option when nothing does. */
    static Fitting of(Search search, Demand wanted, Settings s, List<Hardware> hardware) {
        Search.Result result = search.run(wanted, hardware);
        if (result.best() != null) {
            return new Fitting(wanted, wanted, result);
        }
        Assumptions open = new Assumptions(new Reductions(search, hardware), s.workload().concurrency() == null,
                s.workload().averageTokens() == null, s.workload().contextLength() == null);
        Demand met = open.reduced(wanted);
        // A refusal speaks of the least that could be meant, not of numbers that nobody asked for.
        Demand demand = met != null ? met : open.least(wanted);
        return new Fitting(wanted, demand, search.run(demand, hardware));
    }

    /** Whether fewer or shorter requests are held at once than was assumed. */
    boolean reduced() {
        return demand.concurrency() < wanted.concurrency()
                || demand.averageTokens() < Math.min(wanted.averageTokens(), demand.contextLength());
    }

    /** What the user left open, and so may be less than assumed. */
    private record Assumptions(Reductions reductions, boolean requests, boolean typical, boolean context) {

        Demand reduced(Demand wanted) {
            Demand load = lighter(wanted);
            if (load != null || !context) {
                return load;
            }
            Demand shorter = reductions.shorterContext(least(wanted));
            if (shorter == null) {
                return null;
            }
            int average = Math.min(wanted.averageTokens(), shorter.contextLength());
            // One more than wanted, as the reductions look below.
            Demand full = requests ? shorter.withConcurrency(wanted.concurrency() + 1)
                    : typical ? shorter.withAverageTokens(average + 1) : null;
            Demand most = full == null ? null : lighter(full);
            return most != null ? most : shorter;
        }

        /** Fewer or shorter requests at once; null when that does not help or was asked for. */
        private Demand lighter(Demand demand) {
            // What nobody asked for is no reason to take a share of memory above the usual one.
            return requests ? reductions.fewerRequestsFirst(demand) : typical ? reductions.shorterTypical(demand) : null;
        }

        Demand least(Demand wanted) {
            return requests ? wanted.withConcurrency(1)
                    : typical ? wanted.withAverageTokens(Math.min(wanted.averageTokens(), Reductions.SHORTEST_TYPICAL))
                            : wanted;
        }
    }
}
