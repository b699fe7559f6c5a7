package dev.rayllm.operator.observe;

import dev.rayllm.operator.foreign.ray.RayCluster;
import dev.rayllm.operator.foreign.ray.WorkerGroupSpec;
import dev.rayllm.operator.observe.Observation.Live;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** Reads a RayCluster. */
public final class RayClusterReader {

    private static final String GPU = "nvidia.com/gpu";

    private RayClusterReader() {
    }

    /**
     * What a RayCluster is.
     *
     * @param hashAnnotation annotation that holds the hash of what it was made from
     */
    public static Live read(RayCluster cluster, String hashAnnotation) {
        Map<String, String> annotations = cluster.getMetadata().getAnnotations();
        String hash = annotations == null ? null : annotations.get(hashAnnotation);
        List<WorkerGroupSpec> groups = cluster.getSpec() == null || cluster.getSpec().workerGroupSpecs() == null
                ? List.of() : cluster.getSpec().workerGroupSpecs();
        WorkerGroupSpec group = groups.isEmpty() ? null : groups.getFirst();
        int min = group == null ? 0 : number(group.minReplicas());
        int wanted = cluster.getStatus() == null ? 0 : number(cluster.getStatus().desiredWorkerReplicas());
        return new Live(cluster.getMetadata().getName(), hash, min, group == null ? 0 : number(group.maxReplicas()),
                Math.max(min, wanted), group == null ? 0 : gpus(group));
    }

    private static int number(Integer value) {
        return value == null ? 0 : value;
    }

    private static int gpus(WorkerGroupSpec group) {
        if (group.template() == null || group.template().getSpec() == null) {
            return 0;
        }
        return group.template().getSpec().getContainers().stream().map(Container::getResources)
                .filter(r -> r != null && r.getLimits() != null && r.getLimits().containsKey(GPU))
                .mapToInt(r -> Quantity.getAmountInBytes(r.getLimits().get(GPU)).intValue()).sum();
    }
}
