package dev.rayllm.operator.plan.sizing;

/**
 * Memory of the limiting GPU of one replica. All figures are GiB per GPU unless said otherwise.
 *
 * @param usable         what the driver reports
 * @param budget         usable × utilisation
 * @param weights        weights of the fullest rank
 * @param activation     peak of the profiling run above the weights
 * @param nonTorch       CUDA context, NCCL and other allocations outside the engine's allocator
 * @param cudaGraphs     captured graphs
 * @param graphsInBudget whether the graphs are taken from the budget (vLLM 0.21 and later) or lie outside it
 * @param late           sampler warm-up after the cache pool is taken
 * @param kvCache        what is left of the budget for the cache; negative when nothing is
 * @param kvCacheTokens  tokens that the cache holds, as vLLM logs them
 * @param requestGib     cache of one request of {@code max_model_len} tokens
 * @param refusal        why the engine would not start; null when it starts
 */
public record MemoryEstimate(
        double usable,
        double budget,
        double weights,
        double activation,
        double nonTorch,
        double cudaGraphs,
        boolean graphsInBudget,
        double late,
        double kvCache,
        long kvCacheTokens,
        double requestGib,
        String refusal) {

    /** The same figures with a reason why the engine would not start; null when it starts. */
    MemoryEstimate refusedFor(String reason) {
        return reason == null ? this : new MemoryEstimate(usable, budget, weights, activation, nonTorch, cudaGraphs, graphsInBudget,
                late, kvCache, kvCacheTokens, requestGib, reason);
    }

    /** Whether the engine starts with these settings. */
    public boolean starts() {
        return refusal == null;
    }
}
