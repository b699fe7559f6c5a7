package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.foreign.ray.WorkerGroupSpec;
import dev.rayllm.operator.plan.Plan;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The worker group: one pod for each node of a replica, holding the GPUs of one tensor parallel group. Bounds follow
 * from replicas × nodes per replica; there is no second knob.
 */
final class WorkerGroups {

    private static final String GPU = "nvidia.com/gpu";
    private static final String EFA = "vpc.amazonaws.com/efa";
    /** Ray's object store: serving moves little through it, so it need not take Ray's default of 30 %. */
    private static final long OBJECT_STORE_BYTES = 2L << 30;

    private WorkerGroups() {
    }

    static WorkerGroupSpec of(String namespace, String name, LlmDeploymentSpec spec, Plan plan) {
        int nodes = plan.placement().pipelineParallelSize();
        Map<String, String> start = new TreeMap<>();
        start.put("object-store-memory", Long.toString(OBJECT_STORE_BYTES));
        return new WorkerGroupSpec(Names.WORKER_GROUP, plan.scaling().minReplicas() * nodes,
                plan.scaling().maxReplicas() * nodes, 1, start, template(namespace, name, spec, plan));
    }

    private static PodTemplateSpec template(String namespace, String name, LlmDeploymentSpec spec, Plan plan) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata().withLabels(Labels.pod(name, "worker"))
                .addToAnnotations(Labels.DO_NOT_DISRUPT, "true").endMetadata()
                .withNewSpec()
                .withEnableServiceLinks(false)
                .withSecurityContext(Pods.podSecurity())
                .withTerminationGracePeriodSeconds(Pods.GRACE_SECONDS)
                .withNodeSelector(selector(namespace, name, spec, plan))
                .withAffinity(affinity(name, spec, plan))
                .withTolerations(tolerations(spec))
                .withContainers(container(spec, plan))
                .withVolumes(Storage.workerVolumes(spec, plan))
                .endSpec().build();
    }

    private static Container container(LlmDeploymentSpec spec, Plan plan) {
        return new ContainerBuilder().withName("ray-worker").withImage(plan.runtime().image())
                .withPorts(Pods.port("serve", Names.SERVE_PORT), Pods.port("metrics", 8080))
                .withEnv(Environment.worker(spec, plan))
                .withResources(resources(plan))
                .withSecurityContext(Pods.containerSecurity())
                .withVolumeMounts(Storage.workerMounts(spec))
                .withStartupProbe(Pods.rayletProbe(5, 60))
                .withReadinessProbe(Pods.proxyProbe())
                .withLivenessProbe(Pods.rayletProbe(10, 12))
                // A worker that failed is deleted within seconds: so its last words are in KubeRay's event.
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .build();
    }

    /** Requests equal limits: a worker is not evicted for memory it was promised. */
    private static ResourceRequirements resources(Plan plan) {
        Map<String, Quantity> amounts = new TreeMap<>();
        amounts.put("cpu", new Quantity(Integer.toString(plan.worker().cpu())));
        amounts.put("memory", Storage.gib(plan.worker().memoryGib()));
        amounts.put("ephemeral-storage", Storage.gib(plan.worker().diskGib()));
        amounts.put(GPU, new Quantity(Integer.toString(plan.placement().tensorParallelSize())));
        if (plan.worker().efaInterfaces() > 0) {
            amounts.put(EFA, new Quantity(Integer.toString(plan.worker().efaInterfaces())));
        }
        return new ResourceRequirementsBuilder().withRequests(amounts).withLimits(amounts).build();
    }

    private static Map<String, String> selector(String namespace, String name, LlmDeploymentSpec spec, Plan plan) {
        if (plan.pool().mode() == NodesMode.KARPENTER) {
            return Map.of(Labels.POOL, Names.nodePool(namespace, name));
        }
        Map<String, String> labels = spec.nodes() == null ? Map.of() : spec.nodes().labels();
        return labels.isEmpty() ? null : new TreeMap<>(labels);
    }

    private static Affinity affinity(String name, LlmDeploymentSpec spec, Plan plan) {
        AffinityBuilder affinity = new AffinityBuilder();
        boolean byInstanceType = plan.pool().mode() == NodesMode.EXISTING
                && (spec.nodes() == null || spec.nodes().labels().isEmpty());
        if (byInstanceType) {
            affinity.withNewNodeAffinity().withNewRequiredDuringSchedulingIgnoredDuringExecution()
                    .addNewNodeSelectorTerm().addNewMatchExpression()
                    .withKey(NodePools.INSTANCE_TYPE).withOperator("In").withValues(plan.placement().instanceTypes())
                    .endMatchExpression().endNodeSelectorTerm()
                    .endRequiredDuringSchedulingIgnoredDuringExecution().endNodeAffinity();
        }
        boolean manyNodes = plan.placement().pipelineParallelSize() > 1;
        if (manyNodes) {
            // Stages exchange activations at each step: keep them in one zone.
            affinity.withNewPodAffinity().addToRequiredDuringSchedulingIgnoredDuringExecution(
                    new PodAffinityTermBuilder().withTopologyKey("topology.kubernetes.io/zone")
                            .withNewLabelSelector().withMatchLabels(Labels.pod(name, "worker")).endLabelSelector()
                            .build()).endPodAffinity();
        }
        return byInstanceType || manyNodes ? affinity.build() : null;
    }

    private static List<Toleration> tolerations(LlmDeploymentSpec spec) {
        List<Toleration> tolerations = new ArrayList<>();
        tolerations.add(new TolerationBuilder().withKey(GPU).withOperator("Exists").withEffect("NoSchedule").build());
        if (spec.nodes() != null) {
            spec.nodes().tolerations().forEach(t -> tolerations.add(new TolerationBuilder()
                    .withKey(t.key()).withOperator(t.operator() == null ? null : t.operator().text())
                    .withValue(t.value()).withEffect(t.effect() == null ? null : t.effect().text()).build()));
        }
        return tolerations;
    }
}
