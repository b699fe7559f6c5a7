package dev.rayllm.operator.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.OwnedEnvironment;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.plan.Deployments;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.validation.Documents;
import dev.rayllm.operator.validation.Finding;
import dev.rayllm.operator.validation.Validation;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What has cost others dearly, as far as what we apply can keep it from happening. Reports behind the numbers:
 * 8 ray-project/kuberay#2098, 9 ray-project/kuberay#3436, 10 vllm-project/production-stack#995,
 * 12 vllm-project/vllm#322, 13 GoogleCloudPlatform/kubernetes-engine-samples#1581, 17 vllm-project/vllm#6215,
 * 18 vllm-project/vllm#39279, 21 vllm-project/vllm#7074, 22 aws/karpenter-provider-aws#6296,
 * 28 ray-project/kuberay#2385, 30 NVIDIA/k8s-device-plugin#421, 32 aws/karpenter-provider-aws#8068,
 * 34 aws/karpenter-provider-aws#5789, 35 aws/karpenter-provider-aws#7414, 36 ray-project/kuberay#5004.
 */
class FieldCasesTest {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}\n";
    private static final String TWO_NODES = """
            model: {profile: deepseek-r1}
            hardware: {gpus: [H100], network: {fabric: EFA, interface: ens5}}
            """;

    /** What is applied for a spec. */
    private record Rendered(RayService service, NodePool pool) {

        static Rendered of(String spec) {
            LlmDeployment deployment = Deployments.of(spec);
            Outcome outcome = new Planner(Catalog.builtIn(), PlannerSettings.standard()).plan(deployment);
            Plan plan = ((Outcome.Planned) outcome).plan();
            return new Rendered(RayServices.of(deployment, plan), NodePools.of(deployment, plan));
        }

        PodSpec head() {
            return service.getSpec().rayClusterConfig().headGroupSpec().template().getSpec();
        }

        PodSpec worker() {
            return service.getSpec().rayClusterConfig().workerGroupSpecs().getFirst().template().getSpec();
        }

        JsonNode serve() {
            try {
                return YAML.readTree(service.getSpec().serveConfigV2());
            } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
                throw new AssertionError(e);
            }
        }

        JsonNode model() {
            return serve().at("/applications/0/args/llm_configs/0");
        }
    }

    private static Container only(PodSpec pod) {
        assertThat(pod.getContainers()).hasSize(1);
        return pod.getContainers().getFirst();
    }

    private static Map<String, EnvVar> env(PodSpec pod) {
        return only(pod).getEnv().stream().collect(Collectors.toMap(EnvVar::getName, e -> e));
    }

    @Test
    void fc08TheHeadStaysOffGpuNodesAndOffersNothing() {
        Rendered r = Rendered.of(MISTRAL);
        assertThat(r.service().getSpec().rayClusterConfig().headGroupSpec().rayStartParams())
                .containsEntry("num-cpus", "0").containsEntry("num-gpus", "0");
        assertThat(env(r.head()).get("NVIDIA_VISIBLE_DEVICES").getValue()).isEqualTo("void");
        assertThat(r.head().getTolerations()).isNullOrEmpty();
        assertThat(r.head().getAffinity().getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution()
                .getNodeSelectorTerms().getFirst().getMatchExpressions())
                .anySatisfy(e -> {
                    assertThat(e.getKey()).isEqualTo(Labels.POOL);
                    assertThat(e.getOperator()).isEqualTo("DoesNotExist");
                });
        assertThat(r.pool().getSpec().template().spec().taints()).hasSize(1);
    }

    /** The rule on the selector lists the same labels: else the head would be asked onto nodes that it is kept off. */
    @Test
    void noHeadSelectorAsksForWhatTheHeadIsKeptOff() {
        var labels = Rendered.of(MISTRAL).head().getAffinity().getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution()
                .getNodeSelectorTerms().getFirst().getMatchExpressions();
        assertThat(labels).isNotEmpty().allSatisfy(label -> {
            String text = Serialization.asYaml(Deployments.of(MISTRAL + "nodes: {headNodeSelector: {" + label.getKey() + ": x}}"));
            var documents = Documents.read("a.yaml", text.getBytes(StandardCharsets.UTF_8)).documents();
            assertThat(new Validation().check(documents.getFirst()).findings()).extracting(Finding::message)
                    .anyMatch(message -> message.contains("nodes.headNodeSelector: '" + label.getKey() + "' marks GPU nodes"));
        });
    }

    /** What we set and the user could set, too, would differ between what is shown and what runs. */
    @Test
    void whatIsSetHereCannotBeSetInTheSpec() {
        String spec = TWO_NODES + "rollout: {startupDeadline: 3h}\nscaling: {minReplicas: 0}\n";
        Rendered r = Rendered.of(spec.replace("model: {profile: deepseek-r1}",
                "model: {profile: deepseek-r1, tokenSecretRef: {name: hub, key: token}}"));
        // Whether usage is reported is the user's to say.
        assertThat(Stream.of(r.head(), r.worker()).flatMap(pod -> env(pod).keySet().stream()).distinct())
                .contains("RAYLLM_ENGINE_START_TIMEOUT_S", "RAY_SERVE_LLM_ROUTER_HTTP_TIMEOUT", "FI_PROVIDER", "HF_TOKEN")
                .filteredOn(name -> !List.of("RAY_USAGE_STATS_ENABLED", "VLLM_NO_USAGE_STATS").contains(name))
                .allSatisfy(name -> assertThat(OwnedEnvironment.remedy(name)).as(name).isPresent());
    }

    @Test
    void fc09OnlyTheBundlesAskForGpus() {
        Rendered r = Rendered.of(TWO_NODES);
        assertThat(r.service().getSpec().serveConfigV2()).doesNotContain("num_gpus");
        assertThat(r.model().at("/placement_group_config/bundle_per_worker/GPU").asInt()).isEqualTo(1);
        assertThat(r.model().at("/placement_group_config").has("bundles")).isFalse();
    }

    @Test
    void fc10ProbesNeedNoToolsOfTheImageAndBothUseTheSame() {
        Rendered r = Rendered.of(MISTRAL);
        assertThat(Stream.of(r.head(), r.worker()).flatMap(pod -> Stream.of(only(pod).getStartupProbe(),
                only(pod).getReadinessProbe(), only(pod).getLivenessProbe())))
                .allSatisfy(probe -> assertThat(probe).extracting(Probe::getExec).isNull());
        assertThat(only(r.head()).getImage()).isEqualTo(only(r.worker()).getImage());
    }

    @Test
    void fc12MemoryIsSetAndSharedMemoryIsAVolumeOfItsOwn() {
        Rendered r = Rendered.of("model: {profile: llama-3.1-70b-instruct}\nhardware: {instanceTypes: [p4d.24xlarge]}");
        Container worker = only(r.worker());
        assertThat(worker.getResources().getLimits()).containsKey("memory").isEqualTo(worker.getResources().getRequests());
        assertThat(worker.getVolumeMounts()).filteredOn(m -> m.getMountPath().equals("/dev/shm")).hasSize(1);
        assertThat(r.worker().getVolumes()).filteredOn(v -> v.getName().equals("shared-memory"))
                .singleElement().satisfies(v -> {
                    assertThat(v.getEmptyDir().getMedium()).isEqualTo("Memory");
                    assertThat(v.getEmptyDir().getSizeLimit()).isEqualTo(new Quantity("10Gi"));
                });
    }

    @Test
    void fc13EveryCacheLiesOnOneSizedVolume() {
        Rendered r = Rendered.of("model: {profile: llama-3.1-70b-instruct}");
        for (PodSpec pod : List.of(r.head(), r.worker())) {
            String path = only(pod).getVolumeMounts().stream().filter(m -> m.getName().equals("cache")).findFirst()
                    .orElseThrow().getMountPath();
            for (String name : List.of("HF_HOME", "VLLM_CACHE_ROOT", "TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR",
                    "XDG_CACHE_HOME")) {
                assertThat(env(pod).get(name).getValue()).startsWith(path + "/");
            }
        }
        Volume cache = r.worker().getVolumes().stream().filter(v -> v.getName().equals("cache")).findFirst().orElseThrow();
        assertThat(cache.getEmptyDir().getSizeLimit()).isEqualTo(new Quantity("163Gi"));
        assertThat(only(r.worker()).getResources().getRequests()).containsEntry("ephemeral-storage", new Quantity("193Gi"));
    }

    @Test
    void fc17ForeignCodeRunsOnlyWhenPinnedAndFromOneCache() {
        assertThat(Rendered.of(MISTRAL).model().at("/engine_kwargs").has("trust_remote_code")).isFalse();
        Rendered r = Rendered.of("model: {profile: qwen3-8b, id: acme/q, trustRemoteCode: true, revision: 4f2c9d1}");
        assertThat(r.model().at("/engine_kwargs/trust_remote_code").asBoolean()).isTrue();
        assertThat(r.model().at("/engine_kwargs/revision").asText()).isEqualTo("4f2c9d1");
        // Modules of the hub lie under HF_HOME, which is the same on all ranks.
        assertThat(env(r.head()).get("HF_HOME")).isEqualTo(env(r.worker()).get("HF_HOME"));
    }

    @Test
    void fc18ToolCallsNeedBothOptionsAndTemplatesAreMountedEverywhere() {
        JsonNode with = Rendered.of(MISTRAL).model().at("/engine_kwargs");
        assertThat(with.get("enable_auto_tool_choice").asBoolean()).isTrue();
        assertThat(with.get("tool_call_parser").asText()).isEqualTo("mistral");
        Rendered r = Rendered.of(MISTRAL
                + "engine: {toolCallParser: none, chatTemplateRef: {configMap: templates, key: chat.jinja}}");
        assertThat(r.model().at("/engine_kwargs").has("enable_auto_tool_choice")).isFalse();
        assertThat(r.model().at("/engine_kwargs").has("tool_call_parser")).isFalse();
        String file = r.model().at("/engine_kwargs/chat_template").asText();
        for (PodSpec pod : List.of(r.head(), r.worker())) {
            assertThat(only(pod).getVolumeMounts()).anyMatch(m -> file.equals(m.getMountPath() + "/chat.jinja"));
            assertThat(pod.getVolumes()).anyMatch(v -> v.getConfigMap() != null && "templates".equals(v.getConfigMap().getName()));
        }
    }

    @Test
    void fc21RanksOfSeveralNodesMeetOnOneInterface() {
        Rendered r = Rendered.of(TWO_NODES);
        assertThat(env(r.worker()).get("NCCL_SOCKET_IFNAME").getValue()).isEqualTo("ens5");
        assertThat(env(r.worker()).get("GLOO_SOCKET_IFNAME").getValue()).isEqualTo("ens5");
        assertThat(env(r.worker()).get("VLLM_HOST_IP").getValueFrom().getFieldRef().getFieldPath()).isEqualTo("status.podIP");
        assertThat(r.worker().getHostNetwork()).isNull();
        assertThat(env(Rendered.of(MISTRAL).worker())).doesNotContainKeys("NCCL_SOCKET_IFNAME", "NCCL_DEBUG");
    }

    @Test
    void fc22WorkersAskForTheFabricAndStayTogetherInTheirPool() {
        Rendered r = Rendered.of(TWO_NODES);
        assertThat(only(r.worker()).getResources().getRequests())
                .containsEntry("vpc.amazonaws.com/efa", new Quantity("32")).doesNotContainKey("hugepages-2Mi");
        assertThat(env(r.worker()).get("FI_EFA_USE_HUGE_PAGE").getValue()).isEqualTo("0");
        assertThat(r.worker().getNodeSelector()).containsEntry(Labels.POOL, r.pool().getMetadata().getName());
        assertThat(r.pool().getSpec().template().metadata().labels())
                .containsEntry(Labels.POOL, r.pool().getMetadata().getName());
        assertThat(r.worker().getAffinity().getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
                .singleElement().satisfies(t -> assertThat(t.getTopologyKey()).isEqualTo("topology.kubernetes.io/zone"));
    }

    @Test
    void fc28TheGroupHoldsWhatTheAutoscalerMayAskFor() {
        Rendered r = Rendered.of(TWO_NODES + "scaling: {minReplicas: 1, maxReplicas: 3}");
        var group = r.service().getSpec().rayClusterConfig().workerGroupSpecs().getFirst();
        assertThat(group.minReplicas()).isEqualTo(2);
        assertThat(group.maxReplicas()).isEqualTo(6);
        assertThat(r.model().at("/deployment_config/autoscaling_config/max_replicas").asInt()).isEqualTo(3);
        assertThat(r.model().at("/deployment_config/autoscaling_config").has("target_ongoing_requests")).isTrue();
    }

    @Test
    void fc30TheTaintIsTheOneThatDevicePluginsTolerate() {
        Rendered r = Rendered.of(MISTRAL);
        assertThat(r.pool().getSpec().template().spec().taints()).singleElement().satisfies(t -> {
            assertThat(t.getKey()).isEqualTo("nvidia.com/gpu");
            assertThat(t.getEffect()).isEqualTo("NoSchedule");
        });
        assertThat(r.worker().getTolerations()).anyMatch(t -> t.getKey().equals("nvidia.com/gpu")
                && t.getOperator().equals("Exists"));
    }

    @Test
    void fc32OnlyGpusAreLimited() {
        assertThat(Rendered.of(MISTRAL).pool().getSpec().limits()).containsOnlyKeys("nvidia.com/gpu");
    }

    @Test
    void fc34SpotAndOnDemandShareOnePool() {
        assertThat(Rendered.of(MISTRAL + "hardware: {capacityTypes: [spot, on-demand]}").pool().getSpec().template().spec()
                .requirements()).anySatisfy(q -> {
                    assertThat(q.key()).isEqualTo("karpenter.sh/capacity-type");
                    assertThat(q.values()).containsExactly("spot", "on-demand");
                });
    }

    @Test
    void fc35OnlyEmptyNodesGoAndPodsAreProtectedFromTheFirstSecond() {
        Rendered r = Rendered.of(MISTRAL);
        assertThat(r.pool().getSpec().disruption().consolidationPolicy()).isEqualTo("WhenEmpty");
        assertThat(r.pool().getSpec().disruption().consolidateAfter()).isEqualTo("50m");
        assertThat(r.service().getSpec().rayClusterConfig().workerGroupSpecs().getFirst().template().getMetadata()
                .getAnnotations()).containsEntry("karpenter.sh/do-not-disrupt", "true");
    }

    @Test
    void fc36ANodeGoesOnlyAfterItsReplicaAndOneAtATime() {
        Rendered r = Rendered.of(MISTRAL + "scaling: {minReplicas: 2, maxReplicas: 4, downscaleDelay: 20m}");
        assertThat(r.pool().getSpec().disruption().budgets()).singleElement()
                .satisfies(b -> assertThat(b.nodes()).isEqualTo("1"));
        assertThat(r.pool().getSpec().template().spec().expireAfter()).isEqualTo("Never");
        assertThat(r.worker().getTerminationGracePeriodSeconds()).isEqualTo(120);
        assertThat(r.service().getSpec().rayClusterConfig().autoscalerOptions().idleTimeoutSeconds())
                .as("above the downscale delay of 1200 s").isEqualTo(1260);
    }

    /** A name that stands twice would be refused by server-side apply; what a user sets takes the place of ours. */
    @Test
    void eachVariableStandsOnce() {
        Rendered r = Rendered.of(TWO_NODES + "rollout: {startupDeadline: 90m}\nengine: {env: [{name: FI_LOG_LEVEL, value: warn},"
                + " {name: VLLM_NO_USAGE_STATS, value: \"0\"}]}");
        for (PodSpec pod : List.of(r.head(), r.worker())) {
            assertThat(only(pod).getEnv()).extracting(EnvVar::getName).doesNotHaveDuplicates();
        }
        assertThat(env(r.worker()).get("FI_LOG_LEVEL").getValue()).isEqualTo("warn");
        assertThat(env(r.worker()).get("VLLM_NO_USAGE_STATS").getValue()).isEqualTo("0");
    }

    /** Ray gives up a start after an hour by itself, and a waiting request after ten minutes. */
    @Test
    void rayWaitsAsLongAsTheStartBudget() {
        assertThat(env(Rendered.of(MISTRAL).worker()))
                .doesNotContainKeys("RAYLLM_ENGINE_START_TIMEOUT_S", "RAY_SERVE_LLM_ROUTER_HTTP_TIMEOUT");
        Map<String, EnvVar> slow = env(Rendered.of(MISTRAL
                + "rollout: {startupDeadline: 90m}\nscaling: {minReplicas: 0, maxReplicas: 1}").worker());
        assertThat(slow.get("RAYLLM_ENGINE_START_TIMEOUT_S").getValue()).isEqualTo("5400");
        assertThat(slow.get("RAY_SERVE_LLM_ROUTER_HTTP_TIMEOUT").getValue()).isEqualTo("5400");
    }

    /** The same plan renders to the same text, however often and in whichever JVM. */
    @Test
    void renderingIsStable() {
        assertThat(Serialization.asYaml(Rendered.of(TWO_NODES).service()))
                .isEqualTo(Serialization.asYaml(Rendered.of(TWO_NODES).service()));
    }
}
