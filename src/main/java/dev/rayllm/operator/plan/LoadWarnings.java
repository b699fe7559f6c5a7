package dev.rayllm.operator.plan;

import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.EngineSizing.Sized;
import dev.rayllm.operator.plan.placement.Search;
import java.util.ArrayList;
import java.util.List;

/** Where the requests that a replica is sized for and those that it is given differ. */
record LoadWarnings(Settings s, Fitting fitting, ScalingPlan scaling, Search search) {

    List<String> list() {
        List<String> warnings = new ArrayList<>();
        addMost(warnings);
        if (scaling.maxReplicas() > scaling.minReplicas()) {
            addTarget(warnings);
        }
        return warnings;
    }

    private void addMost(List<String> warnings) {
        Integer asked = s.workload().concurrency();
        if (asked != null && scaling.maxOngoingRequests() < asked) {
            warnings.add("scaling.maxOngoingRequests " + scaling.maxOngoingRequests() + " is below workload.concurrency "
                    + asked + ": a replica is never given the requests that it is sized and paid for");
        }
    }

    /** With a fixed number of replicas the target decides nothing. */
    private void addTarget(List<String> warnings) {
        int target = scaling.targetOngoingRequests();
        Integer asked = s.workload().concurrency();
        Demand demand = fitting.demand();
        Sized sized = fitting.result().best().sized();
        long cached = search.typicalRequests(demand, sized);
        String name = "scaling.targetOngoingRequests " + target + (s.scaling().targetOngoingRequests() == null ? " (the default)" : "");
        String waits = ": requests wait before a replica is added";
        if (target > sized.shape().maxNumSeqs()) {
            warnings.add(name + " is more than max_num_seqs " + sized.shape().maxNumSeqs() + waits);
        } else if (target > cached) {
            warnings.add(name + " is more than the " + cached + " requests of " + demand.averageTokens()
                    + " tokens that the cache holds" + waits);
        } else if (asked != null && s.scaling().targetOngoingRequests() != null && target > asked) {
            warnings.add(name + " is above workload.concurrency " + asked + ": a replica gets more than it is sized for"
                    + " before another is added");
        } else if (asked != null && 2 * target < asked) {
            warnings.add(name + " is far below workload.concurrency " + asked + ": another replica is paid for while the"
                    + " first is less than half full");
        }
    }
}
