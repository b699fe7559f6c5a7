package dev.rayllm.operator.plan;

import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Ways out for a demand that accepted hardware does not carry, each of them tried.
 *
 * @param accepted hardware that the user accepts
 * @param sensible hardware that the model would be given unasked
 * @param memory   whether GPU memory is what lacks
 */
record Ways(Search search, Settings settings, Demand demand, List<Hardware> accepted, List<Hardware> sensible,
        boolean memory) {

    String text() {
        List<String> sentences = new ArrayList<>();
        List<String> here = memory ? here() : List.of();
        if (!here.isEmpty()) {
            sentences.add("Here it fits with " + String.join(", or with ", here));
        }
        Option elsewhere = search.run(demand.withOpenSplit(), sensible).best();
        if (elsewhere != null) {
            sentences.add("With hardware and split left open the plan takes " + elsewhere.candidate().text() + price(elsewhere));
        }
        if (memory) {
            addNodes(sentences);
            if (demand.model().quantizationConfig() == null && demand.quantization() == null) {
                sentences.add("A quantised build (FP8, AWQ) needs half the memory or less");
            }
        }
        return sentences.isEmpty() ? "Nothing in the instance table carries it: shorten workload.contextLength, lower"
                + " workload.concurrency, or add instance rows" : String.join(". ", sentences);
    }

    /** Changes to one field with which the accepted hardware carries it. */
    private List<String> here() {
        List<String> changes = new ArrayList<>();
        if (settings.engine().gpuMemoryUtilization() != null) {
            Option other = search.run(demand.withUtilizations(Demands.USUAL_UTILIZATIONS), accepted).best();
            if (other != null) {
                changes.add(String.format(Locale.ROOT, "engine.gpuMemoryUtilization %.2f",
                        other.sized().shape().gpuMemoryUtilization()));
            }
        }
        Reductions reductions = new Reductions(search, accepted);
        Demand fewer = reductions.fewerRequests(demand);
        if (fewer != null) {
            changes.add("workload.concurrency " + fewer.concurrency());
        }
        Demand shorter = reductions.shorterContext(demand);
        if (shorter != null) {
            changes.add("workload.contextLength " + shorter.contextLength());
        }
        Option split = search.run(demand.withOpenSplit(), accepted).best();
        if (split != null) {
            changes.add("engine.tensorParallelSize " + split.candidate().tensorParallelSize()
                    + (split.candidate().stages() == 1 ? ""
                            : " and engine.pipelineParallelSize " + split.candidate().stages()));
        }
        return changes;
    }

    /** A replica over several of the accepted machines, which is not done unasked. */
    private void addNodes(List<String> sentences) {
        Option nodes = settings.engine().pipelineParallelSize() != null ? null
                : search.acrossNodes(demand.withOpenSplit(), accepted);
        if (nodes != null) {
            sentences.add("Over " + nodes.candidate().stages() + " nodes: engine.pipelineParallelSize "
                    + nodes.candidate().stages() + ", " + nodes.candidate().text() + price(nodes));
        }
    }

    private static String price(Option option) {
        return Double.isNaN(option.usdPerReplica()) ? " (price not known)"
                : String.format(Locale.ROOT, " (%.3f USD/h)", option.usdPerReplica());
    }
}
