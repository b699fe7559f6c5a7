package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.plan.Plan.PoolPlan;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.placement.Candidate;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.GpuRules;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What works but deserves a second look, and what would help. */
record Warnings(Settings s, Demand demand, Search.Result result, List<Option> pool, ScalingPlan scaling,
        PoolPlan nodes, Duration startBudget, ModelRow row) {

    private static final double LOW_UTILIZATION = 0.85;
    private static final double HIGH_UTILIZATION = 0.95;

    List<String> list() {
        List<String> warnings = new ArrayList<>();
        addEngine(warnings);
        addCapacity(warnings);
        addLimit(warnings);
        addMultiNode(warnings);
        String image = RuntimeChoice.warning(s.engine());
        if (image != null) {
            warnings.add(image);
        }
        if (row.spec().notes() != null && s.engine().tensorParallelSize() == null) {
            warnings.add(row.spec().notes());
        }
        return warnings;
    }

    private void addEngine(List<String> warnings) {
        var shape = result.best().sized().shape();
        double utilization = shape.gpuMemoryUtilization();
        if (utilization < LOW_UTILIZATION || utilization > HIGH_UTILIZATION) {
            warnings.add("gpuMemoryUtilization " + s.engine().gpuMemoryUtilization() + " is outside the normal range of"
                    + " 0.85 to 0.95: below, memory is paid for and not used; above, late allocations may fail");
        }
        if ("float16".equals(shape.dtype()) && "auto".equals(demand.dtype())) {
            warnings.add(result.best().candidate().gpu().name() + " has no bfloat16: dtype auto becomes float16");
        }
        pool.stream().map(o -> GpuRules.warning(demand.model(), demand.quantization(), o.candidate().gpu()))
                .flatMap(java.util.Optional::stream).distinct().forEach(warnings::add);
        Integer own = row.spec().architecture().maxPositionEmbeddings();
        boolean limited = s.workload().contextLength() == null && own != null && demand.contextLength() < own;
        if (limited && shortened()) {
            warnings.add("context limited to " + demand.contextLength() + " of " + own
                    + " tokens: that is what fits the accepted hardware; workload.contextLength sets it");
        }
    }

    private boolean shortened() {
        var defaults = row.spec().defaults();
        return defaults == null || defaults.contextLength() == null
                || demand.contextLength() < defaults.contextLength();
    }

    private void addCapacity(List<String> warnings) {
        if (nodes.mode() != NodesMode.KARPENTER) {
            return;
        }
        if (demand.spotOnly() && scaling.minReplicas() <= 1) {
            warnings.add("spot capacity alone with minReplicas " + scaling.minReplicas() + ": when the node is taken"
                    + " nothing serves; accept on-demand too, or set minReplicas 2");
        }
        if (demand.spotOnly() && Double.isNaN(result.best().candidate().type().spotUsdPerHour())) {
            warnings.add("no spot price is known: cost is shown at the on-demand price, as a ceiling");
        }
        if (pool.size() == 1 && nodes.zones().size() == 1) {
            warnings.add("one instance type in one zone: when it is sold out no node comes; accept further types or"
                    + " zones");
        }
        if (Durations.parse(nodes.consolidateAfter(), Duration.ZERO).compareTo(startBudget) < 0) {
            warnings.add("nodes.consolidateAfter " + nodes.consolidateAfter() + " is below the start budget of "
                    + Durations.text(startBudget) + ": a node whose pod is slow to come may be taken away");
        }
        if (!"Never".equals(nodes.expireAfter())) {
            warnings.add("nodes.expireAfter " + nodes.expireAfter() + ": Karpenter then replaces serving nodes,"
                    + " whatever protects them");
        }
    }

    private void addLimit(List<String> warnings) {
        Candidate candidate = result.best().candidate();
        int most = PoolChoice.gpus(candidate, scaling.maxReplicas());
        if (nodes.mode() == NodesMode.KARPENTER && nodes.maxGpus() < most) {
            int reachable = nodes.maxGpus() / candidate.type().gpuCount() * candidate.workersPerNode()
                    / candidate.stages();
            warnings.add("MaxUnreachable: nodes.maxGpus " + nodes.maxGpus() + " allows " + reachable + " of "
                    + scaling.maxReplicas() + " replicas, which need " + most + " GPUs");
        } else if (nodes.mode() == NodesMode.KARPENTER && nodes.maxGpus() < PoolChoice.neededGpus(candidate, scaling)) {
            warnings.add("nodes.maxGpus " + nodes.maxGpus() + " leaves no room for a rollout at full scale, which needs "
                    + PoolChoice.neededGpus(candidate, scaling) + " GPUs");
        }
    }

    private void addMultiNode(List<String> warnings) {
        boolean manyNodes = result.best().candidate().stages() > 1;
        if (manyNodes && !demand.efa()) {
            warnings.add("a replica spans " + result.best().candidate().stages() + " nodes over plain TCP: where the"
                    + " instance type has it, hardware.network.fabric EFA is faster");
        }
        if (manyNodes && nodes.capacityTypes().contains("spot")) {
            warnings.add("a replica spans several nodes on spot capacity: losing one node stops the replica");
        }
        if (demand.efa() && !manyNodes) {
            warnings.add("hardware.network.fabric EFA has no use for a replica on one node");
        }
    }
}
