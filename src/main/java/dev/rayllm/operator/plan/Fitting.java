package dev.rayllm.operator.plan;

import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.List;

/**
 * A demand that accepted hardware carries, and the options for it. What the user asked for is carried whole or not at
 * all; what was only assumed gives way: first requests at once, then context.
 *
 * @param demand  the demand that is met
 * @param result  options for it
 * @param assumed requests at once that were assumed and are not all held; 0 when all are
 */
record Fitting(Demand demand, Search.Result result, int assumed) {

    /** The demand, or the most of it that fits; its result has no best option when nothing does. */
    static Fitting of(Search search, Demand demand, Settings s, List<Hardware> hardware) {
        Search.Result result = search.run(demand, hardware);
        boolean openRequests = s.workload().concurrency() == null;
        boolean openContext = s.workload().contextLength() == null;
        if (result.best() != null || !openRequests && !openContext) {
            return new Fitting(demand, result, 0);
        }
        Reductions reductions = new Reductions(search, hardware);
        // What nobody asked for is no reason to take a share of memory above the usual one.
        Demand reduced = openRequests ? reductions.fewerRequestsFirst(demand) : null;
        if (reduced == null && openContext) {
            Demand shorter = reductions.shorterContext(openRequests ? demand.withConcurrency(1) : demand);
            reduced = shorter == null || !openRequests ? shorter
                    : reductions.fewerRequests(shorter.withConcurrency(demand.concurrency() + 1));
        }
        if (reduced == null) {
            // The refusal then speaks of one request, not of a number that nobody asked for.
            Demand bare = openRequests ? demand.withConcurrency(1) : demand;
            return new Fitting(bare, search.run(bare, hardware), 0);
        }
        return new Fitting(reduced, search.run(reduced, hardware),
                reduced.concurrency() < demand.concurrency() ? demand.concurrency() : 0);
    }
}
