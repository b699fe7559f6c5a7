package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Observation.Pool;
import dev.rayllm.operator.plan.Plan;
import java.util.Optional;

/** CapacityReady: whether nodes are there or can come. */
final class CapacityRule {

    private CapacityRule() {
    }

    static Verdict verdict(StatusInput in) {
        Plan plan = in.plan();
        if (plan == null) {
            return Verdict.unknown(Reason.NOT_ACCEPTED, "nothing is asked of nodes until the spec is accepted");
        }
        if (in.suspended()) {
            return Verdict.no(Reason.SUSPENDED, "suspended: the node pool is gone");
        }
        if (plan.pool().mode() == NodesMode.EXISTING) {
            return new ExistingNodes(in).verdict();
        }
        if (!in.observation().karpenterInstalled()) {
            return Verdict.no(Reason.KARPENTER_NOT_INSTALLED, "the kind NodePool (karpenter.sh/v1) is not served:"
                    + " install Karpenter, or set nodes.mode Existing; this goes on by itself then");
        }
        if (in.conflict() != null && in.conflict().reason() == Reason.NODE_POOL_CONFLICT) {
            return Verdict.no(Reason.NODE_POOL_CONFLICT, in.conflict().message());
        }
        Pool pool = in.observation().pool();
        return pool == null ? Verdict.unknown(Reason.WAITING, "the NodePool is being made")
                : "True".equals(pool.ready()) ? new NodeRule(in).verdict().orElseGet(() -> pool(pool, plan))
                : pool(pool, plan);
    }

    /** Why a worker waits for a node of our pool; empty when none waits, or when something else comes first. */
    static Optional<Verdict> cause(StatusInput in) {
        Pool pool = in.observation().pool();
        boolean ours = in.plan().pool().mode() == NodesMode.KARPENTER && in.conflict() == null;
        return ours && pool != null && "True".equals(pool.ready()) ? new NodeRule(in).cause() : Optional.empty();
    }

    private static Verdict pool(Pool pool, Plan plan) {
        String words = pool.message() == null || pool.message().isEmpty() ? "" : ": " + pool.message();
        if ("True".equals(pool.ready())) {
            return Verdict.yes(Reason.NODE_POOL_READY, "the NodePool may hold " + plan.pool().maxGpus() + " GPUs on "
                    + String.join(", ", plan.placement().instanceTypes()));
        }
        if (pool.nodeClassMissing()) {
            var c = plan.pool().nodeClass();
            return Verdict.no(Reason.NODE_CLASS_NOT_READY, "node class " + c.kind() + " " + c.name() + " of " + c.group()
                    + " is missing or not ready" + words + "; make it, or name another in nodes.nodeClassRef");
        }
        return "False".equals(pool.ready())
                ? Verdict.no(Reason.NODE_POOL_NOT_READY, "the NodePool is not ready (" + pool.reason() + ")" + words)
                : Verdict.unknown(Reason.WAITING, "Karpenter has not judged the NodePool yet; is it running?");
    }
}
