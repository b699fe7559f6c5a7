package dev.rayllm.operator.controller;

import dev.rayllm.operator.foreign.ray.RayCluster;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.observe.Observation.Live;
import dev.rayllm.operator.rollout.Rollout;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;

/** What KubeRay does not do by itself when a RayService changes. */
final class RolloutEffects {

    private static final PatchContext JSON = new PatchContext.Builder().withPatchType(PatchType.JSON).build();
    private static final PatchContext MERGE = new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build();

    private final KubernetesClient client;
    private final String namespace;
    private final String service;

    RolloutEffects(KubernetesClient client, String namespace, String service) {
        this.client = client;
        this.namespace = namespace;
        this.service = service;
    }

    /** Deletes the service, so that the cluster ends before the next one is made. */
    void stop() {
        client.resources(RayService.class).inNamespace(namespace).withName(service).delete();
    }

    /**
     * Makes KubeRay forget a second cluster that nobody wants any more. It never served, so it is not kept for the delay
     * that KubeRay gives to clusters with requests: its GPUs may be all that the next attempt has.
     */
    void dropPending(String cluster) {
        client.resources(RayService.class).inNamespace(namespace).withName(service).subresource("status")
                .patch(MERGE, "{\"status\":{\"pendingServiceStatus\":null}}");
        client.resources(RayCluster.class).inNamespace(namespace).withName(cluster).delete();
    }

    /**
     * Brings changed bounds to the clusters of this shape: KubeRay never does (ray-project/kuberay#4568). Only the two
     * fields, and only if the group is the one meant: the list is atomic, and holds the autoscaler's replica count.
     */
    void propagateBounds(Rollout rollout, List<Live> clusters) {
        clusters.stream().filter(rollout::boundsDiffer).forEach(c -> client.resources(RayCluster.class)
                .inNamespace(namespace).withName(c.name()).patch(JSON, "["
                        + "{\"op\":\"test\",\"path\":\"/spec/workerGroupSpecs/0/groupName\",\"value\":\""
                        + rollout.target().workerGroup() + "\"},"
                        + "{\"op\":\"add\",\"path\":\"/spec/workerGroupSpecs/0/minReplicas\",\"value\":"
                        + rollout.target().minWorkers() + "},"
                        + "{\"op\":\"add\",\"path\":\"/spec/workerGroupSpecs/0/maxReplicas\",\"value\":"
                        + rollout.target().maxWorkers() + "}]"));
    }
}
