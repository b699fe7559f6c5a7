package dev.rayllm.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.placement.WorkerSizing;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What has cost others dearly, as far as planning can keep it from happening. Reports behind the numbers:
 * 10 vllm-project/production-stack#995, 12 vllm-project/vllm#322,
 * 13 GoogleCloudPlatform/kubernetes-engine-samples#1581, 18 vllm-project/vllm#39279, 19 vllm-project/vllm#2652,
 * 20 vllm-project/vllm#8908, 22 aws/karpenter-provider-aws#6296, 23 kaito-project/kaito#1653,
 * 25 vllm-project/vllm#1157, 28 ray-project/kuberay#2385, 32 aws/karpenter-provider-aws#8068,
 * 34 aws/karpenter-provider-aws#5789, 35 aws/karpenter-provider-aws#7414, 36 ray-project/kuberay#5004.
 */
class FieldCasesTest {

    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}\n";
    private static final String LLAMA_70B = "model: {profile: llama-3.1-70b-instruct, tokenSecretRef: {name: hub, key: token}}\n";
    private static final String R1_ON_H100 = """
            model: {profile: deepseek-r1}
            hardware: {gpus: [H100], network: {fabric: EFA}}
            """;

    @Test
    void fc10AnImageThatNobodyTestedIsWarnedAbout() {
        Plan plan = Deployments.planned(MISTRAL
                + "engine: {image: \"registry.example.com/vllm-only:1\", rayVersion: 2.59.0, vllmVersion: 0.27.0}");
        assertThat(plan.warnings()).anyMatch(w -> w.contains("is not in the runtime table") && w.contains("hold no Ray"));
    }

    @Test
    void fc12AWorkerThatItsNodeCannotFeedIsRefused() {
        InstanceType thin = new InstanceType("thin.1", "A10G", 1, 8, 8, 0, 0, 0, 0.5, Double.NaN);
        Outcome outcome = new Planner(Catalog.builtIn().withInstances(List.of(thin)), PlannerSettings.standard())
                .plan(Deployments.of(MISTRAL + "hardware: {instanceTypes: [thin.1]}"));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Rejected.class, r -> {
            assertThat(r.reason()).isEqualTo(Reason.NODE_TOO_SMALL);
            assertThat(r.message()).contains("worker needs 13 GiB of host memory, its share of the node is 7 GiB");
        });
    }

    @Test
    void fc12MemoryCoversWeightsInFlightRanksAndSharedMemory() {
        Plan plan = Deployments.planned(LLAMA_70B + "hardware: {instanceTypes: [p4d.24xlarge]}\nengine: {tensorParallelSize: 8}");
        assertThat(plan.worker().memoryGib()).isGreaterThanOrEqualTo(WorkerSizing.neededMemoryGib(8, 131.4));
        assertThat(plan.worker().sharedMemoryGib()).isGreaterThanOrEqualTo(8).isLessThan(plan.worker().memoryGib());
    }

    @Test
    void fc13ADiskThatTheWeightsOverflowIsRefused() {
        PlannerSettings small = new PlannerSettings(PlannerSettings.standard().defaultNodeClass(), null, 80);
        Outcome outcome = new Planner(Catalog.builtIn(), small).plan(Deployments.of(LLAMA_70B));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Rejected.class, r -> {
            assertThat(r.reason()).isEqualTo(Reason.DISK_TOO_SMALL);
            assertThat(r.message()).contains("193 GiB of disk, nodes have 80");
        });
    }

    @Test
    void fc13DiskHoldsWeightsWithAMarginAndTheImage() {
        Plan plan = Deployments.planned(LLAMA_70B);
        double weightsGib = 141107412992.0 / (1L << 30);
        assertThat(plan.worker().cacheGib()).isGreaterThanOrEqualTo((int) (weightsGib * 1.2));
        assertThat(plan.worker().diskGib()).isGreaterThanOrEqualTo(plan.worker().cacheGib() + 30);
    }

    @Test
    void fc18AnUnknownParserIsRefusedAndTheKnownAreListed() {
        Outcome.Rejected r = Deployments.rejected(MISTRAL + "engine: {toolCallParser: llama3}");
        assertThat(r.field()).isEqualTo("spec.engine.toolCallParser");
        assertThat(r.message()).contains("'llama3'", "vLLM 0.27.0");
        assertThat(r.remedy()).contains("Nearest: llama3_json", "hermes", "mistral", "qwen3_coder");
    }

    @Test
    void fc19ASplitThatCutsHeadsIsRefusedWithThoseThatWork() {
        Outcome.Rejected r = Deployments.rejected("model: {profile: qwen2.5-7b-instruct}\nengine: {tensorParallelSize: 8}");
        assertThat(r.reason()).isEqualTo(Reason.TENSOR_PARALLEL_INVALID);
        assertThat(r.text()).contains("8 does not divide the 28 attention heads").contains("Use 1, 2 or 4");
    }

    @Test
    void fc19TheAutomaticChoiceKeepsTheSameRules() {
        Plan plan = Deployments.planned("model: {profile: qwen2.5-7b-instruct}\nhardware: {instanceTypes: [g5.48xlarge]}");
        assertThat(plan.placement().tensorParallelSize()).isEqualTo(4);
    }

    @Test
    void fc20AGroupLargerThanTheMachineIsRefusedWithASplitThatWorks() {
        Outcome.Rejected r = Deployments.rejected("""
                model: {profile: deepseek-r1}
                hardware: {instanceTypes: [p5.48xlarge]}
                engine: {tensorParallelSize: 16}""");
        assertThat(r.text()).contains("p5.48xlarge has 8 GPUs")
                .contains("Use tensorParallelSize 8 with pipelineParallelSize 2 (2 nodes)");
    }

    @Test
    void fc22TheFabricIsCountedFromTheTable() {
        Plan plan = Deployments.planned(R1_ON_H100);
        assertThat(plan.placement().shape()).isEqualTo("2×8×H100");
        assertThat(plan.worker().efaInterfaces()).isEqualTo(32);
        assertThat(plan.warnings()).anyMatch(w -> w.contains("aws-ofi-nccl"));
    }

    @Test
    void fc22AMachineWithoutTheFabricIsRefused() {
        Outcome.Rejected r = Deployments.rejected(MISTRAL
                + "hardware: {instanceTypes: [g5.xlarge], network: {fabric: EFA}}\nengine: {pipelineParallelSize: 2}");
        assertThat(r.field()).isEqualTo("spec.hardware.network.fabric");
        assertThat(r.message()).contains("g5.xlarge has no Elastic Fabric Adapter");
    }

    @Test
    void fc22SeveralNodesWithoutTheFabricAreWarnedAbout() {
        assertThat(Deployments.planned("model: {profile: deepseek-r1}\nhardware: {gpus: [H100]}").warnings())
                .anyMatch(w -> w.contains("over plain TCP"));
    }

    @Test
    void fc23AnAssumedContextGivesWayAndIsSaid() {
        Plan plan = Deployments.planned("""
                model: {profile: qwen3-8b}
                hardware: {instanceTypes: [g5.xlarge]}
                engine: {gpuMemoryUtilization: "0.90"}""");
        assertThat(plan.engine().contextLength()).isBetween(20_000, 32_767);
        assertThat(plan.warnings()).anyMatch(w -> w.startsWith("context limited to " + plan.engine().contextLength() + " of 40960"));
    }

    @Test
    void fc23AContextThatWasAskedForIsHeldOrRefused() {
        Outcome.Rejected r = Deployments.rejected("""
                model: {profile: qwen3-8b}
                hardware: {instanceTypes: [g5.xlarge]}
                workload: {contextLength: 40960}""");
        assertThat(r.reason()).isEqualTo(Reason.KV_CACHE_TOO_SMALL);
        assertThat(r.field()).isEqualTo("spec.workload.contextLength");
        assertThat(r.message()).contains("one request of 40960 tokens needs 5.63 GiB");
        assertThat(r.remedy()).contains("Here it fits with workload.contextLength");
    }

    @Test
    void fc23AnArgumentThatRepeatsAFieldIsRefused() {
        assertThat(Deployments.rejected(MISTRAL + "engine: {extraArgs: {max_model_len: 4096}}").text())
                .contains("repeats spec.workload.contextLength");
    }

    @Test
    void fc25BfloatIsRefusedOnACardWithoutIt() {
        Outcome.Rejected r = Deployments.rejected("model: {profile: qwen3-4b}\nhardware: {gpus: [T4]}\nengine: {dtype: bfloat16}");
        assertThat(r.reason()).isEqualTo(Reason.UNSUPPORTED_ON_GPU);
        assertThat(r.message()).contains("T4 has no bfloat16").contains("float16 or auto");
    }

    @Test
    void fc25AutoBecomesFloat16AndIsSaid() {
        Plan plan = Deployments.planned("model: {profile: qwen3-4b}\nhardware: {gpus: [T4]}");
        assertThat(plan.engine().dtype()).isEqualTo("float16");
        assertThat(plan.warnings()).contains("T4 has no bfloat16: dtype auto becomes float16");
    }

    @Test
    void fc25Fp8WithoutItsArithmeticIsAcceptedWithAWarning() {
        Plan plan = Deployments.planned("model: {profile: qwen3-8b}\nhardware: {gpus: [A100-40GB]}\nengine: {quantization: fp8}");
        assertThat(plan.warnings()).anyMatch(w -> w.startsWith("WeightOnlyFp8: A100-40GB"));
    }

    @Test
    void fc25AwqIsRefusedOnV100() {
        assertThat(Deployments.rejected("model: {profile: qwen2.5-7b-instruct-awq}\nhardware: {gpus: [V100]}").reason())
                .isEqualTo(Reason.UNSUPPORTED_ON_GPU);
        // Also with an image that would hold code for the card.
        assertThat(Deployments.rejected("""
                model: {profile: qwen2.5-7b-instruct-awq}
                hardware: {gpus: [V100]}
                engine: {image: "registry.example.com/ray-llm:cu126", rayVersion: 2.59.0, vllmVersion: 0.27.0}""").message())
                .contains("quantisation awq needs compute capability 7.5, V100 has 7.0");
    }

    @Test
    void fc28AMaximumThatTheLimitForbidsIsSaid() {
        Plan plan = Deployments.planned(LLAMA_70B + """
                hardware: {instanceTypes: [g6e.12xlarge]}
                engine: {tensorParallelSize: 4}
                scaling: {minReplicas: 1, maxReplicas: 8}
                nodes: {maxGpus: 16}""");
        assertThat(plan.warnings())
                .contains("MaxUnreachable: nodes.maxGpus 16 allows 4 of 8 replicas, which need 32 GPUs");
    }

    @Test
    void fc32TheLimitHoldsAllReplicasAndARollout() {
        Plan plan = Deployments.planned(MISTRAL
                + "hardware: {instanceTypes: [g5.xlarge]}\nscaling: {minReplicas: 2, maxReplicas: 6}");
        assertThat(plan.pool().maxGpus()).isEqualTo(6 + 2);
        assertThat(Deployments.planned(MISTRAL + "hardware: {instanceTypes: [g5.xlarge]}\nscaling: {minReplicas: 2,"
                + " maxReplicas: 6}\nnodes: {maxGpus: 7}").warnings()).anyMatch(w -> w.contains("no room for a rollout"));
    }

    @Test
    void fc34WhatMayFindNoCapacityIsSaid() {
        assertThat(Deployments.planned("model: {profile: llama-3.1-70b-instruct}\n"
                + "hardware: {instanceTypes: [p4d.24xlarge], capacityTypes: [spot], zones: [zone-a]}").warnings())
                .anyMatch(w -> w.contains("one instance type in one zone"))
                .anyMatch(w -> w.contains("spot capacity alone"));
    }

    @Test
    void fc35AnEmptyNodeOutlivesTheStartOfAReplica() {
        Plan plan = Deployments.planned(MISTRAL + "rollout: {startupDeadline: 90m}");
        assertThat(plan.pool().consolidateAfter()).isEqualTo("95m");
        assertThat(Deployments.planned(MISTRAL + "nodes: {consolidateAfter: 5m}").warnings())
                .anyMatch(w -> w.startsWith("nodes.consolidateAfter 5m is below the start budget of 45m"));
    }

    @Test
    void fc36AWorkerFillsItsNode() {
        LlmDeployment deployment = Deployments.of(MISTRAL + "hardware: {instanceTypes: [g5.2xlarge]}");
        Plan plan = ((Outcome.Planned) new Planner(Catalog.builtIn(), PlannerSettings.standard()).plan(deployment)).plan();
        InstanceType type = Catalog.builtIn().instances().find("g5.2xlarge").orElseThrow();
        assertThat(plan.worker().cpu() * 2).as("no second worker fits").isGreaterThan((int) type.cpuCores());
        assertThat(plan.worker().memoryGib() * 2).isGreaterThan((int) type.memoryGib());
    }
}
