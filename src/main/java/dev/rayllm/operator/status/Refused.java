package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Capacity.LaunchFailure;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.Names;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Why Karpenter makes no node for workers that wait. Of a limit and a failed launch the newer one counts. What it says of
 * a pod while a type is marked as sold out names a label or a requirement and no capacity: that never hides a failed
 * launch.
 */
record Refused(StatusInput in, Waiting waiting) {

    /** A pod is older than the launches for it; the two clocks may differ a little. */
    private static final int SKEW_SECONDS = 5;

    Optional<Verdict> verdict() {
        Optional<NodePod> refused = waiting.pods().stream().filter(p -> p.karpenter() != null)
                .max(Comparator.comparing(NodePod::karpenterAt));
        Optional<LaunchFailure> failed = failures().stream().max(Comparator.comparing(LaunchFailure::at));
        Optional<Verdict> clear = refused.filter(p -> failed.isEmpty() || failed.get().at().isBefore(p.karpenterAt()))
                .flatMap(p -> clear(p.karpenter()));
        return clear.or(() -> failed.map(this::launch)).or(() -> refused.map(p -> unclear(p.karpenter())));
    }

    /** Failed launches since the longest waiting worker was made. */
    private List<LaunchFailure> failures() {
        Instant first = waiting.since().minusSeconds(SKEW_SECONDS);
        return in.observation().capacity().failures().stream().filter(f -> !f.at().isBefore(first)).toList();
    }

    private Verdict launch(LaunchFailure last) {
        LaunchProblem problem = LaunchProblem.of(last.message());
        int count = failures().size();
        return Verdict.no(problem.reason(), waiting.text() + count + (count == 1 ? " launch" : " launches") + " of "
                + types() + " failed, the last at " + last.at() + ": " + last.message() + ". What to do: "
                + problem.remedy());
    }

    private Optional<Verdict> clear(String words) {
        var metadata = in.deployment().getMetadata();
        String pool = "(NodePool=" + Names.nodePool(metadata.getNamespace(), metadata.getName()) + ")";
        boolean limit = words.contains("exceed limits for nodepool " + pool)
                || words.contains("limits have been exhausted for nodepool " + pool);
        if (limit) {
            return Optional.of(Verdict.no(Reason.POOL_LIMIT_REACHED, waiting.text() + "The NodePool may hold "
                    + plan().pool().maxGpus() + " GPUs (nvidia.com/gpu), and another node would be more. What to do: raise"
                    + " nodes.maxGpus, or lower scaling.maxReplicas"));
        }
        return words.contains("has enough resources") || words.contains("had enough resources")
                ? Optional.of(Verdict.no(Reason.NO_INSTANCE_TYPE_FITS, waiting.text() + "None of " + types() + " holds the worker"
                        + " beside the cluster's daemon sets. What to do: accept larger hardware.instanceTypes. Karpenter: "
                        + words)) : Optional.empty();
    }

    private Verdict unclear(String words) {
        return Verdict.no(Reason.NO_INSTANCE_TYPE_FITS, waiting.text() + "Karpenter knows no machine among " + types() + " in "
                + (plan().pool().zones().isEmpty() ? "its zones" : String.join(", ", plan().pool().zones())) + ", "
                + String.join(" or ", plan().pool().capacityTypes()) + ": this region does not have them, its subnets do"
                + " not reach their zones, or they are sold out. What to do: accept further hardware.gpus, instanceTypes,"
                + " zones or capacityTypes. Karpenter: " + words);
    }

    private String types() {
        return String.join(", ", plan().placement().instanceTypes());
    }

    private Plan plan() {
        return in.plan();
    }
}
