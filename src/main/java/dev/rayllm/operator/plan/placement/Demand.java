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
 * @param efa                  whether the nodes must have Elastic Fabric Adapters
 * @param spotOnly             whether only spot capacity is accepted
 * @param replicas             replicas that cost is counted for: the larger of minReplicas and 1
 * @param nodeDiskGib          disk of a node for pods, GiB, or null when not known
 * @param cacheOnNode          whether downloaded weights lie on the node's disk
 */
public record Demand(Architecture model, ProfileWeights weights, VllmVersion vllm, int contextLength, int concurrency,
        int averageTokens, Integer tensorParallelSize, Integer pipelineParallelSize, List<Double> utilizations,
        Integer maxNumSeqs, Integer maxNumBatchedTokens, String dtype, String quantization, String kvCacheDtype,
        boolean expertParallel, boolean enforceEager, boolean efa, boolean spotOnly, int replicas,
        Integer nodeDiskGib, boolean cacheOnNode) {

    public Demand {
        utilizations = List.copyOf(utilizations);
    }

    /** The same demand with another context; a typical request is never longer than the longest. */
    public Demand withContextLength(int tokens) {
        return new Demand(model, weights, vllm, tokens, concurrency, Math.min(averageTokens, tokens),
                tensorParallelSize, pipelineParallelSize, utilizations, maxNumSeqs, maxNumBatchedTokens, dtype,
                quantization, kvCacheDtype, expertParallel, enforceEager, efa, spotOnly, replicas, nodeDiskGib,
                cacheOnNode);
    }

    /** The same demand with the split left open. */
    public Demand withOpenSplit() {
        return new Demand(model, weights, vllm, contextLength, concurrency, averageTokens, null, null, utilizations,
                maxNumSeqs, maxNumBatchedTokens, dtype, quantization, kvCacheDtype, expertParallel, enforceEager, efa,
                spotOnly, replicas, nodeDiskGib, cacheOnNode);
    }
}
