package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.foreign.ray.HeadGroupSpec;
import dev.rayllm.operator.plan.Plan;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The head: control store, dashboard, autoscaler and one Serve proxy; no replica runs on it. */
final class HeadGroups {

    private static final String CPU = "2";
    private static final String MEMORY = "8Gi";
    private static final String DISK = "30Gi";

    /** Labels by which clouds and NVIDIA's feature discovery mark GPU nodes. */
    private static final List<String> GPU_NODE_LABELS = List.of(Labels.POOL, "nvidia.com/gpu.present",
            "nvidia.com/gpu.product", "karpenter.k8s.aws/instance-gpu-name", "karpenter.azure.com/sku-gpu-name",
            "karpenter.k8s.gcp/instance-gpu-name", "cloud.google.com/gke-accelerator");

    private HeadGroups() {
    }

    static HeadGroupSpec of(String name, LlmDeploymentSpec spec, Plan plan, String restartHash) {
        // Zero CPUs and GPUs: Ray then places no replica beside the control store.
        Map<String, String> start = Map.of("dashboard-host", "0.0.0.0", "num-cpus", "0", "num-gpus", "0");
        return new HeadGroupSpec(new TreeMap<>(start), template(name, spec, plan, restartHash));
    }

    private static PodTemplateSpec template(String name, LlmDeploymentSpec spec, Plan plan, String restartHash) {
        Map<String, String> selector = spec.nodes() == null ? Map.of() : spec.nodes().headNodeSelector();
        return new PodTemplateSpecBuilder()
                .withNewMetadata().withLabels(Labels.pod(name, "head"))
                .addToAnnotations(Labels.DO_NOT_DISRUPT, "true").addToAnnotations(Labels.RESTART_HASH, restartHash)
                .endMetadata()
                .withNewSpec()
                .withEnableServiceLinks(false)
                .withSecurityContext(Pods.podSecurity())
                .withTerminationGracePeriodSeconds(Pods.GRACE_SECONDS)
                .withNodeSelector(selector.isEmpty() ? null : new TreeMap<>(selector))
                .withAffinity(offGpuNodes())
                .withContainers(container(spec, plan))
                .withVolumes(Storage.headVolumes(spec))
                .endSpec().build();
    }

    private static Container container(LlmDeploymentSpec spec, Plan plan) {
        return new ContainerBuilder().withName("ray-head").withImage(plan.runtime().image())
                // Naming one port drops KubeRay's defaults, so all are named.
                .withPorts(Pods.port("gcs-server", 6379), Pods.port("dashboard", 8265), Pods.port("client", 10001),
                        Pods.port("serve", Names.SERVE_PORT), Pods.port("metrics", 8080))
                .withEnv(Environment.head(spec, plan))
                .withResources(resources())
                .withSecurityContext(Pods.containerSecurity())
                .withVolumeMounts(Storage.headMounts(spec))
                .withStartupProbe(Pods.rayletProbe(5, 60))
                .withReadinessProbe(Pods.rayletProbe(5, 3))
                .withLivenessProbe(Pods.controlStoreProbe(10, 12))
                .build();
    }

    private static ResourceRequirements resources() {
        // Sorted: the order of an unsorted map changes from run to run, and with it the text of what is rendered.
        Map<String, Quantity> amounts = new TreeMap<>(Map.of("cpu", new Quantity(CPU), "memory", new Quantity(MEMORY),
                "ephemeral-storage", new Quantity(DISK)));
        return new ResourceRequirementsBuilder().withRequests(amounts).withLimits(amounts).build();
    }

    private static Affinity offGpuNodes() {
        List<NodeSelectorRequirement> none = GPU_NODE_LABELS.stream().map(HeadGroups::absent).toList();
        return new AffinityBuilder().withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm().withMatchExpressions(none).endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity().build();
    }

    private static NodeSelectorRequirement absent(String label) {
        return new NodeSelectorRequirementBuilder().withKey(label).withOperator("DoesNotExist").build();
    }
}
