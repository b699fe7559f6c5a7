package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * What does attention read from the cache and compute, for one sequence on one rank?
 *
 * <p>A full layer reads the keys and values of every token before; a window or chunk its own tokens at most; linear attention reads
 * and writes a state of constant size. The indexer of sparse attention reads its key of every token, attention then the
 * {@value #CHOSEN_TOKENS} tokens that it chose ({@code index_topk} of DeepSeek V3.2). Scores and their sum over values take four
 * operations for each head, element and token; MLA scores against latents when it writes and against full heads when it reads a prompt.
 */
final class AttentionWork {

    private static final int CHOSEN_TOKENS = 2048;

    private final Architecture arch;
    private final Family family;
    private final EngineShape shape;
    private final double plainBytes;

    AttentionWork(Architecture arch, Family family, EngineShape shape, double plainBytes) {
        this.arch = arch;
        this.family = family;
        this.shape = shape;
        this.plainBytes = plainBytes;
    }

    /** Bytes that one token to be written reads, in all layers of a stage. */
    double decodeBytes(Layers stage, double length) {
        if (family.compressedBytes() > 0) {
            return stage.total() * family.compressedBytes() * length;
        }
        double entry = CacheBytes.fullLayer(arch, shape, plainBytes) - CacheBytes.indexer(arch);
        double full = CacheBytes.indexer(arch) * length + entry * chosen(length);
        double window = stage.sliding() == 0 ? 0 : CacheBytes.windowLayer(arch, shape, plainBytes) * windowed(length);
        double state = stage.linear() == 0 || !LinearState.known(arch) ? 0 : 2 * LinearState.bytes(arch,
                shape.tensorParallelSize(), plainBytes, family.linearStateBytes() > 0 ? family.linearStateBytes() : plainBytes);
        return stage.full() * full + stage.sliding() * window + stage.linear() * state;
    }

    /** Operations of one token to be written, in all layers of a stage. */
    double decodeOperations(Layers stage, double length) {
        double width = arch.mla() ? arch.kvLoraRank() + WeightModel.orZero(arch.qkRopeHeadDim()) / 2 : arch.headSize();
        return operations(stage, width, length);
    }

    /** Operations of one token of a prompt, in all layers of a stage: on average half of the prompt lies before it. */
    double prefillOperations(Layers stage, double promptLength) {
        double width = arch.mla() ? (WeightModel.orZero(arch.qkNopeHeadDim()) + WeightModel.orZero(arch.qkRopeHeadDim())
                + WeightModel.orZero(arch.vHeadDim())) / 2 : arch.headSize();
        return operations(stage, width, promptLength / 2);
    }

    private double operations(Layers stage, double width, double length) {
        double heads = (double) arch.numAttentionHeads() / shape.tensorParallelSize();
        return 4 * heads * width * (stage.full() * chosen(length) + stage.sliding() * windowed(length));
    }

    private double chosen(double length) {
        return CacheBytes.sparse(arch) ? Math.min(length, CHOSEN_TOKENS) : length;
    }

    private double windowed(double length) {
        return arch.slidingWindow() == null ? length : Math.min(length, arch.slidingWindow());
    }
}
