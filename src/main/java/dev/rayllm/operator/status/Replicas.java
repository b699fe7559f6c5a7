package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.ReplicaStatus;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Plan;

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
        int nodes = plan == null ? 1 : plan.placement().pipelineParallelSize();
        int min = plan == null ? 0 : plan.scaling().minReplicas();
        int max = plan == null ? 0 : plan.scaling().maxReplicas();
        Service service = in.observation().service();
        Cluster cluster = service == null ? null : service.active() != null ? service.active() : service.pending();
        return cluster == null ? new Replicas(in.suspended() ? 0 : min, 0, min, max)
                : new Replicas(service.active() != null ? cluster.desiredWorkers() / nodes
                        : Math.max(min, cluster.desiredWorkers() / nodes), cluster.readyWorkers() / nodes, min, max);
    }

    ReplicaStatus status() {
        return new ReplicaStatus(desired, ready, min, max, ready + "/" + desired);
    }
}
