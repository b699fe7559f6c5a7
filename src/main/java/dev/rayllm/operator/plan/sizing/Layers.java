package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * How many layers of each kind a model has.
 *
 * @param total    all decoder layers
 * @param full     layers whose attention sees the whole context
 * @param sliding  layers that see a window or a chunk
 * @param linear   layers with a constant state
 * @param denseMlp layers with one MLP in place of experts; they come first
 * @param chunked  whether the windowed layers keep whole chunks (Llama 4) and not a window that slides
 */
record Layers(int total, int full, int sliding, int linear, int denseMlp, boolean chunked) {

    static Layers of(Architecture arch, Family family) {
        int total = arch.numHiddenLayers();
        int sliding = orZero(arch.slidingAttentionLayers());
        int linear = orZero(arch.linearAttentionLayers());
        boolean counted = arch.fullAttentionLayers() != null || sliding + linear > 0;
        if (!counted && family.fullEvery() != 0) {
            int full = family.fullEvery() < 0 ? 0 : total / family.fullEvery();
            if (family.otherLayers().equals("linear")) {
                linear = total - full;
            } else if (arch.slidingWindow() != null) {
                sliding = total - full;
            }
        }
        sliding = arch.slidingWindow() == null ? 0 : Math.min(sliding, total);
        linear = Math.min(linear, total - sliding);
        int dense = arch.mixtureOfExperts() ? Math.min(total, orZero(arch.firstKDenseReplace())) : total;
        return new Layers(total, total - sliding - linear, sliding, linear, dense, family.otherLayers().equals("chunked"));
    }

    /**
     * The layers of one pipeline stage.
     *
     * <p>Source: {@code get_pp_indices} of {@code vllm/distributed/utils.py}: layers that are left over go one each to the stages
     * before the last, from the back. Kinds are taken to be spread evenly, dense MLPs to come first.
     */
    Layers stage(int stages, int index) {
        if (stages == 1) {
            return this;
        }
        int begin = 0;
        for (int i = 0; i < index; i++) {
            begin += stageSize(stages, i);
        }
        int end = begin + stageSize(stages, index);
        int stageFull = spread(full, end) - spread(full, begin);
        int stageLinear = spread(linear, end) - spread(linear, begin);
        int size = end - begin;
        return new Layers(size, stageFull, Math.max(0, size - stageFull - stageLinear), stageLinear,
                Math.max(0, Math.min(denseMlp, end) - begin), chunked);
    }

    int expertLayers() {
        return total - denseMlp;
    }

    private int stageSize(int stages, int index) {
        int rest = total % stages;
        boolean one = index < stages - 1 && index >= stages - 1 - rest;
        return total / stages + (one ? 1 : 0);
    }

    private int spread(int count, int upTo) {
        return (int) ((long) count * upTo / total);
    }

    private static int orZero(Integer value) {
        return value == null ? 0 : value;
    }
}
