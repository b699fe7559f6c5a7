package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.plan.Plan.PoolPlan;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.placement.Candidate;
import dev.rayllm.operator.plan.placement.WorkerSizing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What may keep nodes from coming or staying. */
record CapacityWarnings(Fitting fitting, PoolMembers members, ScalingPlan scaling, PoolPlan pool,
        Duration startBudget, double weightsGib) {

    List<String> list() {
        List<String> warnings = new ArrayList<>();
        if (pool.mode() == NodesMode.KARPENTER) {
            addPurchase(warnings);
            addDisruption(warnings);
            addLimit(warnings);
        }
        members.candidates().map(c -> WorkerSizing.diskWarning(fitting.demand(), c, weightsGib)).flatMap(Optional::stream).findFirst()
                .ifPresent(warnings::add);
        addMultiNode(warnings);
        return warnings;
    }

    private Candidate candidate() {
        return fitting.result().best().candidate();
    }

    private void addPurchase(List<String> warnings) {
        boolean spotOnly = fitting.demand().spotOnly();
        if (spotOnly && scaling.minReplicas() <= 1) {
            warnings.add("spot capacity alone with minReplicas " + scaling.minReplicas() + ": when the node is taken"
                    + " nothing serves; accept on-demand too, or set minReplicas 2");
        }
        if (spotOnly && Double.isNaN(candidate().type().spotUsdPerHour())) {
            warnings.add("no spot price is known: cost is shown at the on-demand price, as a ceiling");
        }
        if (members.options().size() == 1 && pool.zones().size() == 1) {
            warnings.add("one instance type in one zone: when it is sold out no node comes; accept further types or"
                    + " zones");
        }
    }

    private void addDisruption(List<String> warnings) {
        if (Durations.parse(pool.consolidateAfter(), Duration.ZERO).compareTo(startBudget) < 0) {
            warnings.add("nodes.consolidateAfter " + pool.consolidateAfter() + " is below the start budget of "
                    + Durations.text(startBudget) + ": a node whose pod is slow to come may be taken away");
        }
        if (!"Never".equals(pool.expireAfter())) {
            warnings.add("nodes.expireAfter " + pool.expireAfter() + ": Karpenter then replaces serving nodes,"
                    + " whatever protects them");
        }
    }

    private void addLimit(List<String> warnings) {
        int most = PoolChoice.gpus(candidate(), scaling.maxReplicas());
        int needed = PoolChoice.neededGpus(candidate(), scaling);
        if (pool.maxGpus() < most) {
            int reachable = pool.maxGpus() / candidate().type().gpuCount() * candidate().workersPerNode()
                    / candidate().stages();
            warnings.add("MaxUnreachable: nodes.maxGpus " + pool.maxGpus() + " allows " + reachable + " of "
                    + scaling.maxReplicas() + " replicas, which need " + most + " GPUs");
        } else if (pool.maxGpus() < needed) {
            warnings.add("nodes.maxGpus " + pool.maxGpus() + " leaves no room for a rollout at full scale, which needs "
                    + needed + " GPUs");
        }
    }

    private void addMultiNode(List<String> warnings) {
        int stages = candidate().stages();
        boolean efa = fitting.demand().efa();
        if (stages > 1 && !efa) {
            warnings.add("a replica spans " + stages + " nodes over plain TCP: where the instance type has it,"
                    + " hardware.network.fabric EFA is faster");
        }
        if (stages > 1 && efa) {
            // NCCL says so only in its debug log, so that a slow replica is all one sees.
            warnings.add("hardware.network.fabric EFA: the image must hold libfabric and the aws-ofi-nccl plugin, else"
                    + " NCCL falls back to TCP; the images of the runtime table are not known to hold them");
        }
        if (stages > 1 && pool.capacityTypes().contains("spot")) {
            warnings.add("a replica spans several nodes on spot capacity: losing one node stops the replica");
        }
        if (efa && stages == 1) {
            warnings.add("hardware.network.fabric EFA has no use for a replica on one node");
        }
    }
}
