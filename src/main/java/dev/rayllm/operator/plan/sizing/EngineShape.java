package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.catalog.VllmVersion;

/**
 * How the engine is started, as far as memory goes. Text values are vLLM's own.
 *
 * @param tensorParallelSize   GPUs that share each layer
 * @param pipelineParallelSize stages that share the layers
 * @param enableExpertParallel whether whole experts are spread over the ranks in place of slices of each
 * @param maxModelLen          prompt and answer of one request, tokens
 * @param gpuMemoryUtilization share of the GPU's memory that the engine budgets, 0..1
 * @param maxNumSeqs           requests of one step
 * @param maxNumBatchedTokens  tokens of one step
 * @param dtype                auto, bfloat16, float16 or float32
 * @param quantization         method asked for at start; null: as the checkpoint is stored
 * @param kvCacheDtype         auto, or a cache format such as fp8
 * @param enforceEager         whether CUDA graphs are off
 * @param vllmVersion          the engine's version
 * @param extras               settings that few use
 */
public record EngineShape(
        int tensorParallelSize,
        int pipelineParallelSize,
        boolean enableExpertParallel,
        int maxModelLen,
        double gpuMemoryUtilization,
        int maxNumSeqs,
        int maxNumBatchedTokens,
        String dtype,
        String quantization,
        String kvCacheDtype,
        boolean enforceEager,
        VllmVersion vllmVersion,
        EngineExtras extras) {

    public EngineShape {
        extras = extras == null ? EngineExtras.NONE : extras;
    }

    /** An engine without any of the settings that few use. */
    public EngineShape(int tensorParallelSize, int pipelineParallelSize, boolean enableExpertParallel, int maxModelLen,
            double gpuMemoryUtilization, int maxNumSeqs, int maxNumBatchedTokens, String dtype, String quantization,
            String kvCacheDtype, boolean enforceEager, VllmVersion vllmVersion) {
        this(tensorParallelSize, pipelineParallelSize, enableExpertParallel, maxModelLen, gpuMemoryUtilization, maxNumSeqs,
                maxNumBatchedTokens, dtype, quantization, kvCacheDtype, enforceEager, vllmVersion, EngineExtras.NONE);
    }
}
