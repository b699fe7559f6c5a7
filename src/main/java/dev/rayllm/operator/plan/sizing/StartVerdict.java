package dev.rayllm.operator.plan.sizing;

/**
 * Does the engine start? The checks are those of the engine, in the order in which it makes them, each with its numbers.
 *
 * <p>Source: {@code vllm/v1/worker/gpu_worker.py} (free memory at the start, load, profile, warm-up) and
 * {@code check_enough_kv_cache_memory} of {@code vllm/v1/core/kv_cache_utils.py}.
 */
final class StartVerdict {

    /** CUDA context of the worker, outside budget and profile. */
    static final double CONTEXT_GIB = 0.45;
    /** Share of the card that must be to spare: a start that fails costs more than a start that is not tried. */
    static final double MARGIN = 0.01;
    /** Share of the card that lies in pieces too small to use once everything is placed. */
    static final double LATE_MARGIN = 0.005;

    private StartVerdict() {
    }

    /** Why the engine would not start; null when it starts. */
    static String refusal(MemoryEstimate e, EngineShape shape, double uncertainty) {
        double card = e.usable() - CONTEXT_GIB;
        if (e.weights() + e.nonTorch() > card) {
            return "weights of " + gib(e.weights()) + " do not fit a GPU of " + gib(e.usable());
        }
        if (e.budget() > card) {
            return "a budget of " + gib(e.budget()) + " is more than the " + gib(card) + " that are free at the start";
        }
        String cache = cacheRefusal(e, shape, (MARGIN + uncertainty) * e.usable());
        return cache != null ? cache : lateRefusal(e, card);
    }

    /** The pool must hold one request of the longest length. */
    private static String cacheRefusal(MemoryEstimate e, EngineShape shape, double margin) {
        double graphs = e.graphsInBudget() ? e.cudaGraphs() : 0;
        if (e.kvCache() <= 0 || e.kvCacheTokens() <= 0) {
            return "no memory is left for the cache: " + gib(e.budget()) + " budget, " + gib(e.weights()) + " weights, "
                    + gib(e.activation()) + " activation, " + gib(e.nonTorch() + graphs) + " other";
        }
        if (e.requestGib() > e.kvCache()) {
            return "one request of " + shape.maxModelLen() + " tokens needs " + gib(e.requestGib()) + " of cache, "
                    + gib(e.kvCache()) + " are left";
        }
        if (e.requestGib() + margin > e.kvCache()) {
            return "one request of " + shape.maxModelLen() + " tokens needs " + gib(e.requestGib()) + " of cache, "
                    + gib(e.kvCache()) + " are left, and the estimate may err by " + gib(margin);
        }
        return null;
    }

    /** Graphs and warm-up must fit the card beside the budget: what the profiling run used is in pieces by then. */
    private static String lateRefusal(MemoryEstimate e, double card) {
        double outside = card - e.budget() + (e.graphsInBudget() ? e.cudaGraphs() : 0) - LATE_MARGIN * e.usable();
        return e.cudaGraphs() + e.late() <= outside ? null
                : "after the cache is taken, " + gib(e.cudaGraphs()) + " CUDA graphs and " + gib(e.late())
                        + " sampler warm-up do not fit the " + gib(outside) + " beside it";
    }

    /** Two decimals; {@code String.format} would cost more than the whole estimate. */
    private static String gib(double value) {
        long cents = Math.round(Math.abs(value) * 100);
        return (value < 0 ? "-" : "") + cents / 100 + (cents % 100 < 10 ? ".0" : ".") + cents % 100 + " GiB";
    }
}
