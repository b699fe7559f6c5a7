package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which tensor and pipeline parallel sizes a model allows. Source: vLLM's {@code config/model.py} (heads) and
 * {@code quantization/*} (group and block sizes); see also vllm-project/vllm#2652, #414 and gpustack/gpustack#2259.
 */
public final class ParallelRules {

    /** vLLM's Marlin kernels read inputs in tiles of this many elements. */
    private static final int MARLIN_INPUT_TILE = 128;

    private ParallelRules() {
    }

    /**
     * What forbids a tensor parallel size, or empty.
     *
     * @param expertParallel whether whole experts are spread, so that none is cut
     */
    public static Optional<String> problem(Architecture model, int tensorParallelSize, boolean expertParallel) {
        int heads = model.numAttentionHeads();
        if (heads % tensorParallelSize != 0) {
            return Optional.of("does not divide the " + heads + " attention heads");
        }
        int kvHeads = model.keyValueHeads();
        if (!model.mla() && kvHeads % tensorParallelSize != 0 && tensorParallelSize % kvHeads != 0) {
            return Optional.of("is neither a divisor nor a multiple of the " + kvHeads + " key-value heads");
        }
        return linearProblem(model, tensorParallelSize)
                .or(() -> quantizationProblem(model, tensorParallelSize, expertParallel));
    }

    /** Tensor parallel sizes up to a limit that the model allows, ascending. */
    public static List<Integer> workingSizes(Architecture model, int limit, boolean expertParallel) {
        return IntStream.rangeClosed(1, limit).filter(tp -> problem(model, tp, expertParallel).isEmpty())
                .boxed().toList();
    }

    private static Optional<String> linearProblem(Architecture model, int tp) {
        Integer keyHeads = model.linearNumKeyHeads();
        return keyHeads != null && keyHeads > 0 && keyHeads % tp != 0
                ? Optional.of("does not divide the " + keyHeads + " key heads of linear attention")
                : Optional.empty();
    }

    private static Optional<String> quantizationProblem(Architecture model, int tp, boolean expertParallel) {
        QuantizationConfig config = model.quantizationConfig();
        if (config == null || tp == 1) {
            return Optional.empty();
        }
        int unit = unit(config);
        if (unit <= 1) {
            return Optional.empty();
        }
        Optional<String> dense = sliceProblem("intermediate_size", model.intermediateSize(), tp, unit);
        boolean everyLayerHasExperts = model.mixtureOfExperts() && model.firstKDenseReplace() == null;
        if (dense.isPresent() && !everyLayerHasExperts) {
            return dense;
        }
        return expertParallel ? Optional.empty()
                : sliceProblem("moe_intermediate_size", model.moeIntermediateSize(), tp, unit);
    }

    private static Optional<String> sliceProblem(String field, Integer size, int tp, int unit) {
        if (size == null || size == 0) {
            return Optional.empty();
        }
        boolean whole = size % tp == 0 && (size / tp) % unit == 0;
        return whole ? Optional.empty() : Optional.of("cuts " + field + " " + size + " into slices of "
                + (size % tp == 0 ? size / tp : String.format(java.util.Locale.ROOT, "%.1f", size / (double) tp))
                + ", not whole quantisation groups of " + unit);
    }

    /** Weights that share a scale along the cut dimension; 1 when any slice works. */
    private static int unit(QuantizationConfig config) {
        if (config.weightBlockSize() != null && !config.weightBlockSize().isEmpty()) {
            return config.weightBlockSize().get(config.weightBlockSize().size() - 1);
        }
        boolean grouped = config.groupSize() != null && config.groupSize() > 1;
        boolean marlin = config.bits() != null && config.bits() <= 8
                && List.of("awq", "gptq").contains(config.quantMethod());
        return grouped ? (marlin ? Math.max(config.groupSize(), MARLIN_INPUT_TILE) : config.groupSize()) : 1;
    }
}
