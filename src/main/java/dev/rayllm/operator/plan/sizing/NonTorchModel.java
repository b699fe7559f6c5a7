package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.catalog.Gpu;

/**
 * How much does the engine allocate outside PyTorch's allocator while it profiles: libraries, NCCL, custom all-reduce buffers?
 *
 * <p>Source: {@code non_torch_increase} of {@code memory_profiling} in {@code vllm/utils/mem_utils.py}; measured by version and
 * number of ranks, and by whether the cards are linked: the buffers of the
 * fast all-reduce are there only between linked cards. Few logs show cards without a link: docs/sizing-accuracy.md.
 */
public final class NonTorchModel {

    private NonTorchModel() {
    }

    static double gib(EngineShape shape, Gpu gpu, Coefficients c) {
        if (shape.tensorParallelSize() > 1 && shape.extras().tensorParallelNodes() > 1) {
            return c.nonTorchNodes();
        }
        if (linkless(shape, gpu)) {
            // What one rank alone needs, each of several needs too.
            return Math.max(c.nonTorch1(), c.nonTorchLinkless());
        }
        return switch (shape.tensorParallelSize()) {
            case 1 -> shape.pipelineParallelSize() > 1 ? c.nonTorchStage() : c.nonTorch1();
            case 2 -> c.nonTorch2();
            default -> c.nonTorch4();
        };
    }

    /** Whether ranks share layers over cards without a link: that term has too few logs to be fitted, and is given. */
    public static boolean linkless(EngineShape shape, Gpu gpu) {
        return shape.tensorParallelSize() > 1 && shape.extras().tensorParallelNodes() <= 1 && !linked(gpu);
    }

    /** Whether cards of this kind are linked to each other: the data-centre chips of each generation (V100, A100, H100, B200). */
    private static boolean linked(Gpu gpu) {
        int capability = gpu.computeCapability();
        return capability == 70 || capability == 80 || capability == 90 || capability == 100 || capability == 103;
    }
}
