package dev.rayllm.operator.plan.sizing;

/**
 * Engine settings that few use and that move memory.
 *
 * @param dataParallelSize          engines that share the experts of a model when experts are spread
 * @param decodeContextParallelSize ranks over which the cache of a request is spread for decoding
 * @param tensorParallelNodes       nodes over which one tensor-parallel group reaches
 * @param maxCaptureSize            largest batch for which a CUDA graph is captured; 0: the engine's own list
 * @param graphEstimate             whether the graph estimate is taken from the pool where the version does so
 */
public record EngineExtras(
        int dataParallelSize,
        int decodeContextParallelSize,
        int tensorParallelNodes,
        int maxCaptureSize,
        boolean graphEstimate) {

    /** Nothing special. */
    public static final EngineExtras NONE = new EngineExtras(1, 1, 1, 0, true);
}
