package dev.rayllm.operator.rollout;

import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.foreign.ray.WorkerGroupSpec;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Stamp;
import io.fabric8.kubernetes.api.model.Quantity;

/**
 * The children of one generation, as they are applied.
 *
 * @param service the RayService
 * @param pool    the NodePool, or null when nodes that are there already are used
 */
public record Rendering(RayService service, NodePool pool) {

    private static final String GPU = "nvidia.com/gpu";

    /** Tells renderings apart: equal for two generations that come to the same children. */
    public String hash() {
        String ofService = Stamp.annotation(service, Labels.RENDERED_HASH);
        return pool == null ? ofService : ofService + "-" + Stamp.annotation(pool, Labels.RENDERED_HASH);
    }

    /** Hash of all whose change makes a new Ray cluster. */
    public String clusterHash() {
        return Stamp.annotation(service, Labels.CLUSTER_HASH);
    }

    /** Generation that it was rendered from. */
    public long generation() {
        return Long.parseLong(Stamp.annotation(service, Labels.GENERATION));
    }

    /** Name of the worker group. */
    public String workerGroup() {
        return workers().groupName();
    }

    /** Fewest worker pods. */
    public int minWorkers() {
        return workers().minReplicas();
    }

    /** Most worker pods. */
    public int maxWorkers() {
        return workers().maxReplicas();
    }

    /** GPUs of one worker pod. */
    int gpusPerWorker() {
        return (int) requested(GPU);
    }

    /** What one worker pod asks for, in the resource's own unit: cores, bytes, GPUs; 0 when it asks for none. */
    double requested(String resource) {
        Quantity amount = workers().template().getSpec().getContainers().getFirst().getResources().getRequests()
                .get(resource);
        return amount == null ? 0 : Quantity.getAmountInBytes(amount).doubleValue();
    }

    private WorkerGroupSpec workers() {
        return service.getSpec().rayClusterConfig().workerGroupSpecs().getFirst();
    }
}
