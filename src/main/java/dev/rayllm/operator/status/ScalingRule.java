package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Observation.Live;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Plan;

/** Scaling: whether autoscaling can act as asked. */
final class ScalingRule {

    private ScalingRule() {
    }

    /** The serving cluster, if its bounds are not yet those of the spec; null otherwise. */
    static Live behind(StatusInput in) {
        Service service = in.observation().service();
        if (in.rollout() == null || service == null || service.active() == null) {
            return null;
        }
        return in.observation().clusters().stream().filter(c -> c.name().equals(service.active().name()))
                .filter(in.rollout()::boundsDiffer).findFirst().orElse(null);
    }

    static Verdict verdict(StatusInput in) {
        Plan plan = in.plan();
        if (plan == null) {
            return Verdict.unknown(Reason.NOT_ACCEPTED, "this generation is not accepted");
        }
        if (in.suspended()) {
            return Verdict.no(Reason.SUSPENDED, "suspended");
        }
        var scaling = plan.scaling();
        String unreachable = plan.pool().mode() == NodesMode.KARPENTER ? plan.warnings().stream()
                .filter(w -> w.startsWith(Reason.MAX_UNREACHABLE.text())).findFirst().orElse(null) : null;
        if (unreachable != null) {
            return Verdict.no(Reason.MAX_UNREACHABLE, unreachable.substring(unreachable.indexOf(' ') + 1)
                    + ": raise nodes.maxGpus or lower scaling.maxReplicas");
        }
        Live behind = behind(in);
        if (behind != null) {
            return Verdict.no(Reason.LIMITS_NOT_PROPAGATED, "the live cluster allows " + behind.minWorkers() + " to "
                    + behind.maxWorkers() + " workers, the spec asks for " + in.rollout().target().minWorkers() + " to "
                    + in.rollout().target().maxWorkers() + ": it is being told");
        }
        return scaling.minReplicas() == scaling.maxReplicas()
                ? Verdict.yes(Reason.FIXED_REPLICAS, scaling.minReplicas() + (scaling.minReplicas() == 1 ? " replica, always" : " replicas, always"))
                : Verdict.yes(Reason.AUTOSCALING, scaling.minReplicas() + " to " + scaling.maxReplicas()
                        + " replicas at " + scaling.targetOngoingRequests() + " requests in flight each");
    }
}
