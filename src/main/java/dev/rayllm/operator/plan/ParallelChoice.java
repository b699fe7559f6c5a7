package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.EngineSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.plan.placement.ParallelRules;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.List;
import java.util.stream.Collectors;

/** Refuses splits that the model or the accepted machines do not allow, and says which do. */
final class ParallelChoice {

    private static final String TP = "spec.engine.tensorParallelSize";
    private static final String PP = "spec.engine.pipelineParallelSize";

    private ParallelChoice() {
    }

    static void check(EngineSpec engine, String profile, Architecture model, boolean expertParallel,
            List<Hardware> hardware) {
        int mostGpus = hardware.stream().mapToInt(h -> h.type().gpuCount()).max().orElse(1);
        Integer tp = engine.tensorParallelSize();
        if (tp != null) {
            ParallelRules.problem(model, tp, expertParallel).ifPresent(problem -> {
                throw new Refusal(Reason.TENSOR_PARALLEL_INVALID, TP, tp + " " + problem + " (" + profile + ")",
                        "Use " + list(ParallelRules.workingSizes(model, Math.max(mostGpus, 8), expertParallel))
                        + (ParallelRules.problem(model, tp, true).isEmpty()
                                ? ", or keep experts whole with engine.extraArgs.enable_expert_parallel: true" : ""));
            });
            if (tp > mostGpus) {
                throw tooManyGpus(tp, mostGpus, model, expertParallel, hardware);
            }
        }
        Integer stages = engine.pipelineParallelSize();
        if (stages != null && stages > model.numHiddenLayers()) {
            throw new Refusal(Reason.PIPELINE_PARALLEL_INVALID, PP, stages + " stages for " + model.numHiddenLayers()
                    + " layers", "Use at most one stage a layer; each stage is a node");
        }
    }

    private static Refusal tooManyGpus(int tp, int mostGpus, Architecture model, boolean expertParallel,
            List<Hardware> hardware) {
        int inNode = ParallelRules.workingSizes(model, mostGpus, expertParallel).stream()
                .filter(size -> tp % size == 0).max(Integer::compare).orElse(1);
        String machines = hardware.size() == 1
                ? hardware.get(0).type().name() + " has " + mostGpus + (mostGpus == 1 ? " GPU" : " GPUs")
                : "the largest accepted instance has " + mostGpus + (mostGpus == 1 ? " GPU" : " GPUs");
        return new Refusal(Reason.TENSOR_PARALLEL_INVALID, TP, tp + " GPUs share each layer within one node, and "
                + machines, "Use tensorParallelSize " + inNode + " with pipelineParallelSize " + tp / inNode
                + " (" + tp / inNode + " nodes), or accept instance types with more GPUs");
    }

    private static String list(List<Integer> sizes) {
        String text = sizes.stream().map(String::valueOf).collect(Collectors.joining(", "));
        int last = text.lastIndexOf(", ");
        return last < 0 ? text : text.substring(0, last) + " or " + text.substring(last + 2);
    }
}
