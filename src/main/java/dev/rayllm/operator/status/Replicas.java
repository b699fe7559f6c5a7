package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.ReplicaStatus;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Plan;
import java.util.function.Function;

/**
 * Replicas of the model, counted from worker pods: a replica is there when all pods of its nodes are.
 *
 * @param desired wanted by the autoscaler
 * @param ready   all of whose pods are ready
 * @param min     lower bound
 * @param max     upper bound
 */
record Replicas(int desired, int ready, int min, int max) {

    static Replicas of(StatusInput in) {
        Plan plan = in.plan();
        Service service = in.observation().service();
        Cluster cluster = service == null ? null : service.active() != null ? service.active() : service.pending();
        int nodes = nodes(in);
        int min = plan == null ? before(in, ReplicaStatus::min) : plan.scaling().minReplicas();
        int max = plan == null ? before(in, ReplicaStatus::max) : plan.scaling().maxReplicas();
        return cluster == null ? new Replicas(in.suspended() ? 0 : min, 0, min, max)
                : new Replicas(service.active() != null ? cluster.desiredWorkers() / nodes
                        : Math.max(min, cluster.desiredWorkers() / nodes), cluster.readyWorkers() / nodes, min, max);
    }

    /** Nodes of a replica; for a refused spec those of the plan that runs. */
    private static int nodes(StatusInput in) {
        LlmDeploymentStatus status = in.deployment().getStatus();
        Integer before = status == null || status.plan() == null ? null : status.plan().pipelineParallelSize();
        return in.plan() != null ? in.plan().placement().pipelineParallelSize() : before == null ? 1 : before;
    }

    private static int before(StatusInput in, Function<ReplicaStatus, Integer> bound) {
        LlmDeploymentStatus status = in.deployment().getStatus();
        Integer value = status == null || status.replicas() == null ? null : bound.apply(status.replicas());
        return value == null ? 0 : value;
    }

    ReplicaStatus status() {
        return new ReplicaStatus(desired, ready, min, max, ready + "/" + desired);
    }
}
