package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * Weights of one layer of multi-head latent attention.
 *
 * <p>Source: {@code vllm/model_executor/models/deepseek_v2.py}; {@code process_weights_after_loading} of
 * {@code layers/attention/mla_attention.py} keeps 16-bit copies of both halves of {@code kv_b_proj} beside it.
 */
final class MlaWeights {

    private MlaWeights() {
    }

    static double layer(Architecture arch, Family family, Split split, PartFormats formats) {
        double hidden = arch.hiddenSize();
        double heads = (double) arch.numAttentionHeads() / split.tensor();
        double rope = orZero(arch.qkRopeHeadDim());
        double nope = arch.qkNopeHeadDim() == null ? 128 : arch.qkNopeHeadDim();
        double value = arch.vHeadDim() == null ? nope : arch.vHeadDim();
        double latent = arch.kvLoraRank();
        double queryRank = arch.qLoraRank() != null ? arch.qLoraRank() : family.queryRank();
        NumberFormat format = formats.attention();
        double queries = queryRank > 0
                ? format.bytes(queryRank + latent + rope, hidden) + format.bytes(heads * (nope + rope), queryRank)
                : format.bytes(latent + rope, hidden) + format.bytes(heads * (nope + rope), hidden);
        double up = format.bytes(heads * (nope + value), latent);
        double output = format.bytes(hidden, heads * value);
        return queries + up + output + indexer(arch, queryRank, formats);
    }

    /** What {@code process_weights_after_loading} keeps beside {@code kv_b_proj}. */
    static double copies(Architecture arch, Split split) {
        double nope = arch.qkNopeHeadDim() == null ? 128 : arch.qkNopeHeadDim();
        double value = arch.vHeadDim() == null ? nope : arch.vHeadDim();
        return (double) arch.numAttentionHeads() / split.tensor() * (nope + value) * arch.kvLoraRank() * 2;
    }

    /** The indexer of sparse attention stands whole on every rank. */
    private static double indexer(Architecture arch, double queryRank, PartFormats formats) {
        double heads = orZero(arch.indexNHeads());
        double width = orZero(arch.indexHeadDim());
        return heads == 0 ? 0 : formats.attention().bytes(heads * width, queryRank > 0 ? queryRank : arch.hiddenSize())
                + formats.attention().bytes(width, arch.hiddenSize()) + formats.plain().bytes(heads, arch.hiddenSize());
    }

    private static double orZero(Integer value) {
        return value == null ? 0 : value;
    }
}
