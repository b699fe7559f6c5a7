package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.plan.placement.Cost;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.throughput.Replica;
import java.time.Duration;
import java.util.List;

/**
 * Every decision about one deployment. Rendering reads this and the spec, and decides nothing.
 *
 * @param profile      name of the profile row
 * @param repository   repository on the hub
 * @param servedName   model name that callers send
 * @param runtime      Ray, vLLM and image
 * @param engine       settings of the engine
 * @param placement    hardware of one replica
 * @param worker       one worker pod
 * @param memory       memory of the limiting GPU, on the weakest card of the pool
 * @param memoryGpu    name of that card
 * @param scaling      replicas and when they change
 * @param pool         nodes of the deployment
 * @param startBudget  time that a replica may take to start
 * @param cost         price at list prices
 * @param replica      one replica, as far as its speed goes
 * @param fallback     the gateway and the provider behind it; null without
 * @param reason       why this option, in one sentence
 * @param hint         an option that costs little more and whose tokens are clearly cheaper, in one sentence; or null
 * @param warnings     what works but deserves a second look
 * @param rejected     other options with one reason each, nearest misses first
 * @param capacityDeadline how long no node may come before the next option is tried; zero for never
 * @param option       which option this is: 0 for the best, one more for each that was given up for want of nodes
 */
public record Plan(
        String profile,
        String repository,
        String servedName,
        Runtime runtime,
        EnginePlan engine,
        PlacementPlan placement,
        WorkerPlan worker,
        MemoryEstimate memory,
        String memoryGpu,
        ScalingPlan scaling,
        PoolPlan pool,
        Duration startBudget,
        Cost cost,
        Replica replica,
        FallbackPlan fallback,
        String reason,
        String hint,
        List<String> warnings,
        List<RejectedOption> rejected,
        Duration capacityDeadline,
        int option) {

    public Plan {
        warnings = List.copyOf(warnings);
        rejected = List.copyOf(rejected);
    }

    /** The same plan with other warnings. */
    public Plan withWarnings(List<String> others) {
        return new Plan(profile, repository, servedName, runtime, engine, placement, worker, memory, memoryGpu, scaling,
                pool, startBudget, cost, replica, fallback, reason, hint, others, rejected, capacityDeadline, option);
    }

    /**
     * Engine settings, all explicit so that another vLLM version changes none in silence.
     *
     * @param contextLength        prompt and answer of one request, tokens
     * @param gpuMemoryUtilization share of GPU memory, two decimals
     * @param maxNumSeqs           requests of one step
     * @param maxNumBatchedTokens  tokens of one step
     * @param dtype                vLLM's word: auto, bfloat16 or float16
     * @param quantization         method to ask for, or null
     * @param kvCacheDtype         vLLM's word
     * @param prefixCaching        whether equal prefixes share their cache
     * @param toolCallParser       parser name, or null for none
     * @param reasoningParser      parser name, or null for none
     * @param concurrency          typical requests that one replica holds without preemption
     * @param averageTokens        tokens of a typical request
     */
    public record EnginePlan(int contextLength, String gpuMemoryUtilization, int maxNumSeqs, int maxNumBatchedTokens,
            String dtype, String quantization, String kvCacheDtype, boolean prefixCaching, String toolCallParser,
            String reasoningParser, int concurrency, int averageTokens) {
    }

    /**
     * Hardware of one replica.
     *
     * @param gpu                  GPU model of the cheapest type
     * @param instanceTypes        types that can carry a worker, cheapest first
     * @param gpusPerNode          GPUs of one node of the cheapest type
     * @param tensorParallelSize   GPUs that share each layer; the GPUs of one worker
     * @param pipelineParallelSize stages; the nodes of one replica
     */
    public record PlacementPlan(String gpu, List<String> instanceTypes, int gpusPerNode, int tensorParallelSize,
            int pipelineParallelSize) {

        public PlacementPlan {
            instanceTypes = List.copyOf(instanceTypes);
        }

        /** GPUs of one replica. */
        public int gpusPerReplica() {
            return tensorParallelSize * pipelineParallelSize;
        }

        /** {@code 1×A10G}, or {@code 2×8×H100} for nodes × GPUs × model. */
        public String shape() {
            return (pipelineParallelSize > 1 ? pipelineParallelSize + "×" : "") + tensorParallelSize + "×" + gpu;
        }
    }

    /**
     * One worker pod. Requests and limits are equal.
     *
     * @param cpu             cores
     * @param memoryGib       memory, GiB
     * @param sharedMemoryGib size of /dev/shm, GiB (part of the memory)
     * @param cacheGib        size limit of the weights cache on node disk, GiB; 0 when a claim holds it
     * @param diskGib         ephemeral storage, GiB
     * @param efaInterfaces   Elastic Fabric Adapter interfaces; 0 for plain TCP
     */
    public record WorkerPlan(int cpu, int memoryGib, int sharedMemoryGib, int cacheGib, int diskGib,
            int efaInterfaces) {
    }

    /**
     * Replicas and when they change.
     *
     * @param minReplicas           replicas that always run
     * @param maxReplicas           most replicas
     * @param targetOngoingRequests requests in flight of one replica at which another is added
     * @param maxOngoingRequests    most requests in flight of one replica
     */
    public record ScalingPlan(int minReplicas, int maxReplicas, int targetOngoingRequests, int maxOngoingRequests,
            Duration upscaleDelay, Duration downscaleDelay, Duration scaleToZeroAfter, Duration lookBackPeriod) {
    }

    /**
     * Nodes of the deployment.
     *
     * @param mode                   whether a NodePool is made
     * @param nodeClass              node class; null with mode Existing
     * @param capacityTypes          purchase options, as Karpenter names them
     * @param zones                  zones; empty for all
     * @param maxGpus                GPU limit of the pool
     * @param consolidateAfter       how long a node stays empty
     * @param expireAfter            {@code Never} or a duration
     * @param terminationGracePeriod longest drain, or null for none. With one, Karpenter also replaces drifted nodes whose
     *                               pods are marked do-not-disrupt
     */
    public record PoolPlan(NodesMode mode, NodeClassRef nodeClass, List<String> capacityTypes, List<String> zones,
            int maxGpus, String consolidateAfter, String expireAfter, String terminationGracePeriod) {

        public PoolPlan {
            capacityTypes = List.copyOf(capacityTypes);
            zones = List.copyOf(zones);
        }
    }
}
