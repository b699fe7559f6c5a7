package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * What does one token cost in the cache of one layer on one rank, in bytes?
 *
 * <p>Source: {@code real_page_size_bytes} of {@code vllm/v1/kv_cache_interface.py}. Grouped heads: key and value of every head on the
 * rank, at least one. MLA: one latent vector, whole on every rank; {@code fp8_ds_mla} packs it in 656 bytes. The indexer of sparse
 * attention keeps 128 FP8 numbers and a scale: 132 bytes.
 */
final class CacheBytes {

    private static final double PACKED_MLA = 656;
    private static final double INDEXER_SCALE = 4;

    private CacheBytes() {
    }

    static double fullLayer(Architecture arch, EngineShape shape, double plainBytes) {
        double number = number(shape.kvCacheDtype(), plainBytes);
        if (arch.mla()) {
            double rope = arch.qkRopeHeadDim() == null ? 0 : arch.qkRopeHeadDim();
            double latent = sparse(arch) && number == 1 ? PACKED_MLA : (arch.kvLoraRank() + rope) * number;
            return latent + indexer(arch);
        }
        double head = arch.globalHeadDim() != null ? arch.globalHeadDim() : arch.headSize();
        int heads = arch.numGlobalKeyValueHeads() != null ? arch.numGlobalKeyValueHeads() : arch.keyValueHeads();
        return 2 * onRank(heads, shape) * head * number;
    }

    static double windowLayer(Architecture arch, EngineShape shape, double plainBytes) {
        return arch.mla() ? fullLayer(arch, shape, plainBytes)
                : 2 * onRank(arch.keyValueHeads(), shape) * arch.headSize() * number(shape.kvCacheDtype(), plainBytes);
    }

    static boolean sparse(Architecture arch) {
        return arch.indexHeadDim() != null && arch.indexHeadDim() > 0;
    }

    /** Bytes of the indexer's key. */
    static double indexer(Architecture arch) {
        return sparse(arch) ? arch.indexHeadDim() + INDEXER_SCALE : 0;
    }

    private static double onRank(int heads, EngineShape shape) {
        return Math.max(1, heads / shape.tensorParallelSize());
    }

    private static double number(String cacheType, double plainBytes) {
        if (cacheType == null || cacheType.isBlank() || cacheType.equals("auto")) {
            return plainBytes;
        }
        if (cacheType.startsWith("fp8") || cacheType.startsWith("int8")) {
            return 1;
        }
        if (cacheType.startsWith("nvfp4") || cacheType.startsWith("int4")) {
            return 0.5625;
        }
        return cacheType.equals("float32") ? 4 : 2;
    }
}
