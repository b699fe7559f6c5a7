package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.plan.Plan;
import java.util.List;

/** Nodes that are there without us: either the scheduler finds room on them, or it says why not. */
record ExistingNodes(StatusInput in) {

    Verdict verdict() {
        Plan plan = in.plan();
        List<NodePod> waiting = in.observation().capacity().waiting().stream().filter(p -> p.scheduler() != null)
                .toList();
        return waiting.isEmpty() ? Verdict.yes(Reason.EXISTING_NODES, "nodes of the cluster are used: "
                + plan.placement().shape() + " a replica")
                : Verdict.no(Reason.UNSCHEDULABLE, waiting.size() + (waiting.size() == 1 ? " worker finds" : " workers find")
                        + " no node (nodes.mode Existing): " + waiting.getFirst().scheduler() + ". What to do: free or add"
                        + " nodes of " + String.join(", ", plan.placement().instanceTypes())
                        + ", or look at nodes.labels and nodes.tolerations");
    }
}
