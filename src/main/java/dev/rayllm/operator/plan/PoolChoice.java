package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.CapacityType;
import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.HardwareSpec;
import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.NodesSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.plan.Plan.PoolPlan;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.placement.Candidate;
import java.time.Duration;
import java.util.List;

/** The nodes of a deployment: limit, purchase options, disruption. */
final class PoolChoice {

    /** An empty node is kept this much longer than a replica may take to start (aws/karpenter-provider-aws#7414). */
    private static final Duration CONSOLIDATE_MARGIN = Duration.ofMinutes(5);
    private static final String NEVER = "Never";

    private PoolChoice() {
    }

    static PoolPlan of(NodesSpec nodes, HardwareSpec hardware, PlannerSettings settings, PoolMembers members,
            ScalingPlan scaling, Duration startBudget) {
        NodesMode mode = nodes.mode() == null ? NodesMode.KARPENTER : nodes.mode();
        boolean karpenter = mode == NodesMode.KARPENTER;
        int limit = nodes.maxGpus() != null ? nodes.maxGpus()
                : members.candidates().mapToInt(c -> neededGpus(c, scaling)).max().orElseThrow();
        if (karpenter && !settings.karpenter()) {
            throw new Refusal(Reason.KARPENTER_NOT_INSTALLED, "spec.nodes.mode", "this operator is installed without"
                    + " Karpenter (rayllm.karpenter=false)", "Set nodes.mode Existing, or install the operator with"
                    + " Karpenter");
        }
        if (karpenter) {
            checkLimit(limit, members, Math.max(1, scaling.minReplicas()));
        }
        return new PoolPlan(mode, karpenter ? nodeClass(nodes, settings) : null,
                capacityTypes(hardware), hardware.zones(), limit,
                nodes.consolidateAfter() != null ? nodes.consolidateAfter()
                        : Durations.text(startBudget.plus(CONSOLIDATE_MARGIN)),
                nodes.expireAfter() != null ? nodes.expireAfter() : NEVER,
                nodes.terminationGracePeriod());
    }

    private static void checkLimit(int limit, PoolMembers members, int replicas) {
        int smallest = members.candidates().mapToInt(c -> gpus(c, replicas)).min().orElseThrow();
        if (limit < smallest) {
            throw new Refusal(Reason.INVALID_SPEC, "spec.nodes.maxGpus", limit + " GPUs are less than the " + smallest
                    + " of the nodes that " + (replicas == 1 ? "one replica needs" : replicas + " replicas need") + " ("
                    + members.options().getFirst().candidate().text() + ")", "Raise maxGpus to at least " + smallest);
        }
    }

    /** GPUs of the nodes that maxReplicas need, and beside them the replicas that a rollout starts anew. */
    static int neededGpus(Candidate candidate, ScalingPlan scaling) {
        return gpus(candidate, scaling.maxReplicas()) + surgeGpus(candidate, scaling);
    }

    /** A rollout starts a second cluster with minReplicas, one at least. */
    static int surgeGpus(Candidate candidate, ScalingPlan scaling) {
        return gpus(candidate, Math.max(1, scaling.minReplicas()));
    }

    static int gpus(Candidate candidate, int replicas) {
        return candidate.nodes(replicas) * candidate.type().gpuCount();
    }

    private static List<String> capacityTypes(HardwareSpec hardware) {
        return hardware.capacityTypes().isEmpty() ? List.of(CapacityType.ON_DEMAND.text())
                : hardware.capacityTypes().stream().distinct().map(CapacityType::text).toList();
    }

    private static NodeClassRef nodeClass(NodesSpec nodes, PlannerSettings settings) {
        NodeClassRef nodeClass = nodes.nodeClassRef() != null ? nodes.nodeClassRef() : settings.defaultNodeClass();
        if (nodeClass == null) {
            throw new Refusal(Reason.NODE_CLASS_REQUIRED, "spec.nodes.nodeClassRef", "no node class is named here or"
                    + " in the operator's configuration", "Set group, kind and name, such as karpenter.k8s.aws,"
                    + " EC2NodeClass, gpu; or nodes.mode Existing to use nodes that are there");
        }
        return nodeClass;
    }
}
