package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * How much do the captured CUDA graphs take?
 *
 * <p>Source: {@code capture_model} of {@code vllm/v1/worker/gpu_model_runner.py}. Up to 0.20 they lie outside the budget; later an
 * estimate is taken from the pool ({@code VLLM_MEMORY_PROFILER_ESTIMATE_CUDAGRAPHS}).
 */
final class GraphModel {

    /** Largest batch that is captured when nothing else is said. */
    private static final double DEFAULT_CAPTURE = 512;
    /** Batch sizes of the releases on which the other constants were measured. */
    private static final double REFERENCE_SIZES = 51;
    /** Share of the memory that even one small graph takes: library workspaces and the pool itself. */
    private static final double SMALLEST_SHARE = 0.1;

    private GraphModel() {
    }

    static double gib(Architecture arch, EngineShape shape, Layers stage, Coefficients c) {
        if (shape.enforceEager()) {
            return 0;
        }
        double full = c.graphBase() + c.graphLayer() * stage.total() + c.graphExperts() * stage.expertLayers()
                + (arch.mla() ? c.graphLatent() * stage.total() : 0)
                + (shape.tensorParallelSize() > 1 ? c.graphRank() : 0);
        return full * c.graphSizes() / REFERENCE_SIZES * share(shape, c);
    }

    /** Fewer and smaller graphs when capture is capped; from 0.11 it stops at twice the sequences of a step. */
    private static double share(EngineShape shape, Coefficients c) {
        double cap = shape.extras().maxCaptureSize() > 0 ? shape.extras().maxCaptureSize() : DEFAULT_CAPTURE;
        if (c.graphSizes() <= REFERENCE_SIZES) {
            cap = Math.min(cap, 2.0 * shape.maxNumSeqs());
        }
        return cap >= DEFAULT_CAPTURE ? 1 : SMALLEST_SHARE + (1 - SMALLEST_SHARE) * Math.sqrt(cap / DEFAULT_CAPTURE);
    }
}
