package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import dev.rayllm.operator.catalog.VllmVersion;
import java.util.List;

/**
 * What hardware is searched for. Values that the user left open are null.
 *
 * @param model                architecture
 * @param weights              size of the checkpoint, or null
 * @param vllm                 version of the engine
 * @param contextLength        tokens of the longest request
 * @param concurrency          typical requests that one replica must hold
 * @param averageTokens        tokens of a typical request
 * @param tensorParallelSize   asked for, or null
 * @param pipelineParallelSize asked for, or null
 * @param utilizations         shares of GPU memory to try, in this order
 * @param maxNumSeqs           asked for, or null
 * @param maxNumBatchedTokens  asked for, or null
 * @param dtype                vLLM's word
 * @param quantization         asked for, or null
 * @param kvCacheDtype         vLLM's word
 * @param expertParallel       whether whole experts are spread
 * @param enforceEager         whether CUDA graphs are off
 * @param minComputeCapability oldest cards that the image holds kernels for, CUDA compute capability × 10; 0: not known
 * @param efa                  whether the nodes must have Elastic Fabric Adapters
 * @param spotOnly             whether only spot capacity is accepted
 * @param replicas             replicas that cost is counted for: the larger of minReplicas and 1
 * @param nodeDiskGib          disk of a node for pods, GiB, or null when not known
 * @param cacheOnNode          whether downloaded weights lie on the node's disk
 */
public record Demand(Architecture model, ProfileWeights weights, VllmVersion vllm, int contextLength, int concurrency,
        int averageTokens, Integer tensorParallelSize, Integer pipelineParallelSize, List<Double> utilizations,
        Integer maxNumSeqs, Integer maxNumBatchedTokens, String dtype, String quantization, String kvCacheDtype,
        boolean expertParallel, boolean enforceEager, int minComputeCapability, boolean efa, boolean spotOnly,
        int replicas, Integer nodeDiskGib, boolean cacheOnNode) {

    public Demand {
        utilizations = List.copyOf(utilizations);
    }

    /** The same demand with another context; a typical request is never longer than the longest. */
    public Demand withContextLength(int tokens) {
        return with(tokens, concurrency, Math.min(averageTokens, tokens), tensorParallelSize, pipelineParallelSize,
                utilizations);
    }

    /** The same demand with other requests at once. */
    public Demand withConcurrency(int requests) {
        return with(contextLength, requests, averageTokens, tensorParallelSize, pipelineParallelSize, utilizations);
    }

    /** The same demand with another typical length. */
    public Demand withAverageTokens(int tokens) {
        return with(contextLength, concurrency, tokens, tensorParallelSize, pipelineParallelSize, utilizations);
    }

    /** The same demand with the split left open. */
    public Demand withOpenSplit() {
        return with(contextLength, concurrency, averageTokens, null, null, utilizations);
    }

    /** The same demand over this many nodes. */
    public Demand withStages(int stages) {
        return with(contextLength, concurrency, averageTokens, tensorParallelSize, stages, utilizations);
    }

    /** The same demand with other shares of GPU memory to try. */
    public Demand withUtilizations(List<Double> shares) {
        return with(contextLength, concurrency, averageTokens, tensorParallelSize, pipelineParallelSize, shares);
    }

    /** The same demand with whole experts spread over the ranks. */
    public Demand withWholeExperts() {
        return new Demand(model, weights, vllm, contextLength, concurrency, averageTokens, tensorParallelSize, pipelineParallelSize,
                utilizations, maxNumSeqs, maxNumBatchedTokens, dtype, quantization, kvCacheDtype, true, enforceEager,
                minComputeCapability, efa, spotOnly, replicas, nodeDiskGib, cacheOnNode);
    }

    private Demand with(int context, int requests, int average, Integer tensorParallel, Integer stages,
            List<Double> shares) {
        return new Demand(model, weights, vllm, context, requests, average, tensorParallel, stages, shares,
                maxNumSeqs, maxNumBatchedTokens, dtype, quantization, kvCacheDtype, expertParallel, enforceEager,
                minComputeCapability, efa, spotOnly, replicas, nodeDiskGib, cacheOnNode);
    }
}
