package dev.rayllm.operator.rollout;

import dev.rayllm.operator.foreign.karpenter.NodePool;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a second cluster has room beside the first. Nothing in KubeRay or Karpenter says so before: the new pods stay
 * pending and the rollout waits for ever (ray-project/kuberay#4239).
 */
final class SurgeCheck {

    private static final String GPU = "nvidia.com/gpu";
    private static final double GIB = 1L << 30;

    private final RolloutInput in;
    private final Rendering target;

    SurgeCheck(RolloutInput in, Rendering target) {
        this.in = in;
        this.target = target;
    }

    /** What is short, with numbers and the ways out; empty when there is room, or no limit is known. */
    Optional<String> shortage() {
        if (target.pool() == null) {
            return Optional.empty();
        }
        return gpus().or(() -> other("cpu", "cores", 1)).or(() -> other("memory", "GiB", GIB));
    }

    private Optional<String> gpus() {
        Quantity limit = target.pool().getSpec().limits().get(GPU);
        int held = in.observation().clusters().stream().filter(c -> !target.clusterHash().equals(c.hash()))
                .mapToInt(c -> onNodes(c.workers() * c.gpusPerWorker())).sum();
        int coming = onNodes(target.minWorkers() * target.gpusPerWorker());
        int allowed = Integer.parseInt(limit.getAmount());
        if (held + coming <= allowed) {
            return Optional.empty();
        }
        return Optional.of("the rollout needs " + (held + coming) + " GPUs at once (" + held + " that are held, " + coming
                + " for the new cluster), the pool allows " + allowed + ". Raise nodes.maxGpus to " + (held + coming)
                + ", or set rollout.strategy: Recreate (the model is away until the new cluster serves)");
    }

    /** GPUs of the nodes that hold so many: nodes come whole. */
    private int onNodes(int gpus) {
        int node = Math.max(1, in.gpusPerNode());
        return (gpus + node - 1) / node * node;
    }

    /** Limits that others have added to the pool; what the new workers ask for is the least that their nodes take. */
    private Optional<String> other(String resource, String unit, double size) {
        NodePool pool = in.pool();
        Quantity limit = pool == null || pool.getSpec() == null || pool.getSpec().limits() == null ? null
                : pool.getSpec().limits().get(resource);
        if (limit == null) {
            return Optional.empty();
        }
        Map<String, Quantity> used = pool.getStatus() == null || pool.getStatus().resources() == null ? Map.of()
                : pool.getStatus().resources();
        double held = used.containsKey(resource) ? amount(used.get(resource)) : 0;
        double coming = target.minWorkers() * target.requested(resource);
        return held + coming <= amount(limit) ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "the rollout needs %.0f %s of %s at once (%.0f that are"
                        + " held, %.0f for the new cluster), the pool's own limit is %.0f. Raise that limit of NodePool %s,"
                        + " or set rollout.strategy: Recreate (the model is away until the new cluster serves)",
                        (held + coming) / size, unit, resource, held / size, coming / size, amount(limit) / size,
                        pool.getMetadata().getName()));
    }

    private static double amount(Quantity quantity) {
        return Quantity.getAmountInBytes(quantity).doubleValue();
    }
}
