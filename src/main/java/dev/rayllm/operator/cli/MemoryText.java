package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The memory budget of the limiting GPU as a sum that adds up to the last digit. */
final class MemoryText {

    private static final double STEP = 100;

    private final Plan plan;

    MemoryText(Plan plan) {
        this.plan = plan;
    }

    private record Line(String sign, String name, long hundredths, String note) {
    }

    String text() {
        MemoryEstimate m = plan.memory();
        long budget = hundredths(m.budget());
        List<Line> parts = new ArrayList<>();
        parts.add(new Line("-", "weights", hundredths(m.weights()), ""));
        parts.add(new Line("-", "activations", hundredths(m.activation()), "peak of one step above the weights"));
        parts.add(new Line("-", "outside PyTorch", hundredths(m.nonTorch()), "CUDA context, NCCL"));
        if (m.graphsInBudget()) {
            parts.add(new Line("-", "CUDA graphs", hundredths(m.cudaGraphs()), ""));
        }
        // What rounding leaves over goes to the largest unknown: the cache is what remains in the engine, too.
        long cache = budget - parts.stream().mapToLong(Line::hundredths).sum();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("", "GPU memory", hundredths(m.usable()), "as the driver reports it"));
        lines.add(new Line("", "budget", budget, "× gpu_memory_utilization " + plan.engine().gpuMemoryUtilization()));
        lines.addAll(parts);
        lines.add(new Line("=", "KV cache", cache, cacheNote(m)));
        int gpus = plan.placement().gpusPerReplica();
        return "  Memory of " + (gpus == 1 ? "the " : "the fullest of " + gpus + " ") + plan.memoryGpu() + ", GiB\n" + table(lines)
                + outside(m);
    }

    private String cacheNote(MemoryEstimate m) {
        long full = m.requestGib() > 0 ? (long) (m.kvCache() / m.requestGib()) : 0;
        long typical = m.kvCacheTokens() / Math.max(1, plan.engine().averageTokens());
        return String.format(Locale.ROOT, "%d tokens a replica: %d full-length requests, or about %d of %d tokens",
                m.kvCacheTokens(), full, typical, plan.engine().averageTokens());
    }

    private String outside(MemoryEstimate m) {
        double later = m.late() + (m.graphsInBudget() ? 0 : m.cudaGraphs());
        return later < 1 / STEP ? "" : String.format(Locale.ROOT,
                "    outside the budget: %.2f for warm-up and graphs, of %.2f that are left\n", later, m.usable() - m.budget());
    }

    private static String table(List<Line> lines) {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            text.append(String.format(Locale.ROOT, "    %1s %-16s %8.2f  %s", line.sign(), line.name(),
                    line.hundredths() / STEP, line.note()).stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static long hundredths(double gib) {
        return Math.round(gib * STEP);
    }
}
