package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * How much does the profiling run need above the weights?
 *
 * <p>Source: {@code profile_run} of {@code vllm/v1/worker/gpu_model_runner.py}: one forward pass of {@code max_num_batched_tokens}
 * tokens, then the sampler over {@code max_num_seqs} rows of logits. The higher of the two peaks counts. The sampler runs on the
 * last pipeline stage only and is not divided by tensor parallelism. Since the experts' workspace became persistent (about 0.14)
 * it is still held when the sampler runs.
 */
final class ActivationModel {

    /** Tokens for which MLA reserves its chunked-prefill workspace: {@code MLACommonMetadataBuilder}. */
    private static final double MLA_WORKSPACE_TOKENS = 64 * 1024;
    private static final double INDEXER_REQUESTS = 40;
    /** Tokens for which a compressed cache keeps one key. */
    private static final double COMPRESSED_KEYS = 4;

    private ActivationModel() {
    }

    static double gib(Architecture arch, Family family, Split split, EngineShape shape, boolean last, PartFormats formats,
            Coefficients c) {
        double plainBytes = formats.plainBytes();
        double tokens = shape.maxNumBatchedTokens();
        double held = c.hiddenFactor() * tokens * arch.hiddenSize() * plainBytes + mlaWorkspace(arch, plainBytes)
                + indexerWorkspace(arch, shape);
        double experts = ownKernels(formats) ? 0 : expertWorkspace(arch, split, tokens, plainBytes);
        double forward = c.forwardFactor() * (mlp(arch, split, tokens, plainBytes) + mlaPrefill(arch, split, plainBytes))
                + experts + tokens * arch.hiddenSize() * plainBytes;
        double sampler = last ? sampler(arch, shape, plainBytes, c) + c.expertWorkspace() * experts : 0;
        double vision = family.visionLayers() > 0 || arch.visionHiddenSize() != null ? c.visionGib() : 0;
        return c.baseGib() + vision + Gib.of(held + Math.max(forward, sampler));
    }

    /** The logits in the model's type, and what the sampler makes of them. */
    private static double sampler(Architecture arch, EngineShape shape, double plainBytes, Coefficients c) {
        return (c.samplerBytes() + plainBytes) * shape.maxNumSeqs() * arch.vocabSize();
    }

    /** {@code get_max_prefill_buffer_size} of the sparse indexer: keys of 40 requests of full length. */
    private static double indexerWorkspace(Architecture arch, EngineShape shape) {
        double requests = INDEXER_REQUESTS / (arch.mla() ? 1 : COMPRESSED_KEYS) / shape.extras().decodeContextParallelSize();
        return requests * shape.maxModelLen() * CacheBytes.indexer(arch);
    }

    /** Gate-and-up output and the activated half beside it. */
    private static double mlp(Architecture arch, Split split, double tokens, double bytes) {
        double width = arch.mixtureOfExperts() ? WeightModel.sharedWidth(arch) : WeightModel.orZero(arch.intermediateSize());
        return tokens * 3 * width / split.tensor() * bytes;
    }

    /** The 4-bit floating-point formats have kernels of their own, without {@code fused_experts} and its buffers. */
    private static boolean ownKernels(PartFormats formats) {
        return formats.method().equals("nvfp4") || formats.method().equals("mxfp4");
    }

    /** The two buffers of {@code fused_experts}: for each token and chosen expert. */
    private static double expertWorkspace(Architecture arch, Split split, double tokens, double bytes) {
        if (!arch.mixtureOfExperts()) {
            return 0;
        }
        double chosen = arch.numExpertsPerTok() == null ? 8 : arch.numExpertsPerTok();
        double width = arch.moeIntermediateSize() == null ? WeightModel.orZero(arch.intermediateSize()) : arch.moeIntermediateSize();
        width /= split.expertParallel() ? 1 : split.tensor();
        return tokens * chosen * (Math.max(2 * width, arch.hiddenSize()) + width) * bytes;
    }

    private static double mlaWorkspace(Architecture arch, double bytes) {
        if (!arch.mla()) {
            return 0;
        }
        double rope = arch.qkRopeHeadDim() == null ? 0 : arch.qkRopeHeadDim();
        return MLA_WORKSPACE_TOKENS * (arch.kvLoraRank() + rope) * bytes;
    }

    private static double mlaPrefill(Architecture arch, Split split, double bytes) {
        if (!arch.mla()) {
            return 0;
        }
        double nope = arch.qkNopeHeadDim() == null ? 128 : arch.qkNopeHeadDim();
        double value = arch.vHeadDim() == null ? nope : arch.vHeadDim();
        return MLA_WORKSPACE_TOKENS * arch.numAttentionHeads() / split.tensor() * (nope + value) * bytes;
    }
}
