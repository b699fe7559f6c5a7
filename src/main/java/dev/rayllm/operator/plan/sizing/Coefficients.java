package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.catalog.VllmVersion;

/**
 * The measured constants of a range of vLLM releases; a row of {@code sizing/coefficients.csv}.
 *
 * @param from            first release of the range
 * @param samplerBytes    bytes of the sampler's profiling peak for each sequence and vocabulary entry
 * @param baseGib         activation that every model needs: libraries' workspaces, input buffers
 * @param hiddenFactor    hidden-state tensors that live through the peak, each batched tokens × hidden size
 * @param forwardFactor   MLP tensors that live at the peak of a layer, as a share of the arithmetic size
 * @param expertWorkspace share of the fused experts' workspace that is still held when the sampler runs
 * @param visionGib       encoder outputs that a multimodal model holds while profiling
 * @param nonTorch1       memory outside the allocator on one GPU, GiB
 * @param nonTorch2       the same at tensor parallel 2
 * @param nonTorch4       the same above 2
 * @param nonTorchLinkless the same above 1 on cards without NVLink; too few logs to fit it
 * @param nonTorchStage   the same for a pipeline stage without tensor parallelism
 * @param nonTorchNodes   the same when a tensor-parallel group reaches over nodes
 * @param graphBase       CUDA graphs: constant, GiB
 * @param graphLayer      CUDA graphs: GiB for each layer
 * @param graphExperts    CUDA graphs: GiB more for each layer with experts
 * @param graphLatent     CUDA graphs: GiB more for each layer with latent attention (MLA)
 * @param graphRank       CUDA graphs: GiB more with tensor parallelism
 * @param graphSizes      batch sizes for which graphs are captured when nothing is said
 * @param graphsInBudget  whether the estimate of graphs is taken from the pool
 * @param lateBytes       sampler warm-up: bytes for each sequence and vocabulary entry
 * @param utilization     default of {@code gpu_memory_utilization}
 * @param windowsCounted  whether sliding layers have a pool of their own (hybrid cache) or count as full
 */
public record Coefficients(
        VllmVersion from,
        double samplerBytes,
        double baseGib,
        double hiddenFactor,
        double forwardFactor,
        double expertWorkspace,
        double visionGib,
        double nonTorch1,
        double nonTorch2,
        double nonTorch4,
        double nonTorchLinkless,
        double nonTorchStage,
        double nonTorchNodes,
        double graphBase,
        double graphLayer,
        double graphExperts,
        double graphLatent,
        double graphRank,
        double graphSizes,
        boolean graphsInBudget,
        double lateBytes,
        double utilization,
        boolean windowsCounted) {
}
