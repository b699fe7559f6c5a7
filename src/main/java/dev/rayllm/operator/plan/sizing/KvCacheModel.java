package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * What does the cache of a request cost on one rank, and how many tokens does a pool hold?
 *
 * <p>Source: {@code vllm/v1/core/kv_cache_utils.py} and {@code vllm/v1/kv_cache_interface.py}. Layers of one kind form groups of
 * equal size; a block holds one page of each layer of a group; all groups draw on one pool. Full attention takes a block for every
 * {@code block_size} tokens, a window at most those of the window and one step, a chunk likewise, linear attention one page.
 *
 * @param blockGib      GiB of one block (a page of every layer of a group)
 * @param fullTokens    tokens in a block of a full-attention group
 * @param windowTokens  tokens in a block of a windowed group
 * @param fullGroups    groups that see everything
 * @param windowGroups  groups that see a window or chunk
 * @param linearGroups  groups with constant state
 * @param window        tokens that a windowed layer keeps beside those of one step
 * @param chunked       whether it keeps chunks
 */
record KvCacheModel(double blockGib, double fullTokens, double windowTokens, int fullGroups, int windowGroups, int linearGroups,
        double window, boolean chunked) {

    private static final double BLOCK_TOKENS = 16;
    private static final double MLA_BLOCK_TOKENS = 64;
    private static final double COMPRESSED_BLOCK = 256;

    static KvCacheModel of(Architecture arch, Family family, Layers stage, EngineShape shape, double plainBytes, Coefficients c) {
        double full = CacheBytes.fullLayer(arch, shape, plainBytes);
        double sliding = CacheBytes.windowLayer(arch, shape, plainBytes);
        double context = shape.extras().decodeContextParallelSize();
        boolean windows = stage.sliding() > 0 && c.windowsCounted();
        if (family.compressedBytes() > 0) {
            return compressed(arch, family, stage, context);
        }
        if (stage.linear() == 0 && !windows) {
            double tokens = arch.mla() ? MLA_BLOCK_TOKENS : BLOCK_TOKENS;
            double block = tokens * (stage.full() * full + stage.sliding() * sliding);
            return new KvCacheModel(Gib.of(block), tokens * context, 0, 1, 0, 0, 0, false);
        }
        return grouped(arch, family, stage, shape, plainBytes, full, windows ? sliding : full, context);
    }

    /**
     * DeepSeek V4: layers keep compressed entries for the whole context, and uncompressed state for a window and the tokens of a step.
     * The two rates are measured, not derived: the sources of its page layout were not at hand.
     */
    private static KvCacheModel compressed(Architecture arch, Family family, Layers stage, double context) {
        double block = COMPRESSED_BLOCK * family.compressedBytes() * stage.total();
        double window = arch.slidingWindow() == null ? 0 : arch.slidingWindow();
        return new KvCacheModel(Gib.of(block), COMPRESSED_BLOCK * context,
                COMPRESSED_BLOCK * family.compressedBytes() / family.compressorBytes(), 1, 1, 0, window, false);
    }

    private static KvCacheModel grouped(Architecture arch, Family family, Layers stage, EngineShape shape, double plainBytes,
            double full, double sliding, double context) {
        int size = groupSize(stage.full(), stage.sliding(), stage.linear());
        double page = BLOCK_TOKENS * Math.max(stage.full() > 0 ? full : 0, stage.sliding() > 0 ? sliding : 0);
        if (stage.linear() > 0 && LinearState.known(arch)) {
            double state = LinearState.bytes(arch, shape.tensorParallelSize(), plainBytes,
                    family.linearStateBytes() > 0 ? family.linearStateBytes() : plainBytes);
            page = page == 0 ? state : Math.ceil(state / page) * page;
        }
        double window = arch.slidingWindow() == null ? 0 : arch.slidingWindow();
        return new KvCacheModel(Gib.of(page * size), Math.floor(page / full) * context, Math.floor(page / sliding),
                groups(stage.full(), size), groups(stage.sliding(), size), groups(stage.linear(), size), window, stage.chunked());
    }

    /** {@code _get_kv_cache_groups_uniform_page_size}: as many layers as the rarest kind has, or as the commonest when close. */
    private static int groupSize(int a, int b, int c) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int count : new int[] {a, b, c}) {
            if (count > 0) {
                least = Math.min(least, count);
                most = Math.max(most, count);
            }
        }
        return most < 1.25 * least ? most : least;
    }

    private static int groups(int layers, int size) {
        return (layers + size - 1) / size;
    }

    /** GiB of one request of so many tokens, when a step takes so many. */
    double requestGib(double tokens, double batchedTokens) {
        return requestBlocks(tokens, batchedTokens) * blockGib;
    }

    /** Tokens that a pool holds, at the given length of a request. */
    long tokens(double poolGib, double length, double batchedTokens) {
        double blocks = Math.floor(Math.max(0, poolGib) / blockGib);
        if (windowGroups == 0 && linearGroups == 0) {
            return (long) (blocks * fullTokens);
        }
        return (long) (blocks / requestBlocks(length, batchedTokens) * length);
    }

    private double requestBlocks(double tokens, double batchedTokens) {
        double blocks = fullGroups * Math.ceil(tokens / fullTokens) + linearGroups;
        if (windowGroups > 0) {
            double kept = Math.min(chunked ? window + batchedTokens : window - 1 + batchedTokens, tokens);
            blocks += windowGroups * (Math.ceil(kept / windowTokens) + (chunked ? 0 : 1));
        }
        return blocks;
    }
}
