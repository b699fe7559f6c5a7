package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.CostStatus;
import dev.rayllm.operator.api.v1alpha1.MemoryStatus;
import dev.rayllm.operator.api.v1alpha1.PlanStatus;
import dev.rayllm.operator.plan.placement.Cost;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.throughput.SpeedSummary;
import java.util.Locale;

/** The plan as users see it in status and on the command line. */
public final class PlanSummary {

    /** Options that status lists; the command line can list all. */
    private static final int REJECTED_IN_STATUS = 12;

    private PlanSummary() {
    }

    /** The plan for status: the nearest rejected options only. */
    public static PlanStatus of(Plan plan) {
        return of(plan, REJECTED_IN_STATUS);
    }

    /** The plan with every rejected option. */
    public static PlanStatus complete(Plan plan) {
        return of(plan, Integer.MAX_VALUE);
    }

    private static PlanStatus of(Plan plan, int rejected) {
        var p = plan.placement();
        var e = plan.engine();
        return new PlanStatus(summary(plan), plan.repository(), p.shape(), p.gpu(), p.gpusPerReplica(),
                p.pipelineParallelSize(), p.instanceTypes(), p.tensorParallelSize(), p.pipelineParallelSize(),
                e.contextLength(), e.gpuMemoryUtilization(), e.maxNumSeqs(), e.maxNumBatchedTokens(), e.dtype(),
                "Ray " + plan.runtime().rayVersion() + ", vLLM " + plan.runtime().vllmVersion() + ", "
                        + plan.runtime().image(),
                memory(plan.memory()), plan.memory().kvCacheTokens(), cost(plan.cost()),
                SpeedSummary.of(plan.replica().throughput(), plan.cost().perReplicaHour()), plan.reason(),
                plan.warnings(), plan.rejected().stream().limit(rejected).toList());
    }

    private static String summary(Plan plan) {
        var p = plan.placement();
        long full = (long) (plan.memory().kvCache() / plan.memory().requestGib());
        // Stages of smaller groups may share a machine.
        String part = p.tensorParallelSize() < p.gpusPerNode() ? " workers × " : " nodes × ";
        String gpus = p.pipelineParallelSize() > 1
                ? p.pipelineParallelSize() + part + p.tensorParallelSize() + " × " + p.gpu()
                : p.tensorParallelSize() + " × " + p.gpu();
        return gpus + " on " + p.instanceTypes().get(0) + ", TP " + p.tensorParallelSize()
                + (p.pipelineParallelSize() > 1 ? " PP " + p.pipelineParallelSize() : "") + ", "
                + plan.engine().contextLength() + " tokens, " + full
                + (full == 1 ? " full-length request" : " full-length requests");
    }

    private static MemoryStatus memory(MemoryEstimate m) {
        double overhead = m.nonTorch() + (m.graphsInBudget() ? m.cudaGraphs() : 0);
        return new MemoryStatus(gib(m.usable()), gib(m.budget()), gib(m.weights()), gib(m.activation()), gib(overhead),
                gib(m.kvCache()));
    }

    private static CostStatus cost(Cost cost) {
        return new CostStatus(usd(cost.perReplicaHour()), usd(cost.minHour()), usd(cost.maxHour()), "USD",
                cost.pricesOf(), cost.capacityType());
    }

    private static String gib(double gib) {
        return String.format(Locale.ROOT, "%.1fGi", gib);
    }

    private static String usd(double usd) {
        return Double.isNaN(usd) ? "unknown" : String.format(Locale.ROOT, "%.2f", usd);
    }
}
