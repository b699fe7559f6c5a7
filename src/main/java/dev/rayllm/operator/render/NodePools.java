package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.NodesSpec;
import dev.rayllm.operator.foreign.karpenter.Disruption;
import dev.rayllm.operator.foreign.karpenter.DisruptionBudget;
import dev.rayllm.operator.foreign.karpenter.NodeClassReference;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.karpenter.NodePoolSpec;
import dev.rayllm.operator.foreign.karpenter.NodeTemplate;
import dev.rayllm.operator.foreign.karpenter.NodeTemplateMetadata;
import dev.rayllm.operator.foreign.karpenter.NodeTemplateSpec;
import dev.rayllm.operator.foreign.karpenter.Requirement;
import dev.rayllm.operator.plan.Plan;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The Karpenter NodePool of a deployment. */
public final class NodePools {

    static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    private static final String GPU = "nvidia.com/gpu";

    private NodePools() {
    }

    /** Renders the NodePool. Cluster-scoped: it carries labels in place of an owner reference. */
    public static NodePool of(LlmDeployment deployment, Plan plan) {
        String namespace = deployment.getMetadata().getNamespace();
        String name = deployment.getMetadata().getName();
        NodePool pool = new NodePool();
        pool.setMetadata(new ObjectMetaBuilder().withName(Names.nodePool(namespace, name))
                .withLabels(Labels.clusterChild(namespace, name, deployment.getMetadata().getUid())).build());
        pool.setSpec(new NodePoolSpec(template(deployment, plan), disruption(plan),
                Map.of(GPU, new Quantity(Integer.toString(plan.pool().maxGpus())))));
        return Stamp.mark(pool, deployment.getMetadata().getGeneration(), plan.option());
    }

    private static NodeTemplate template(LlmDeployment deployment, Plan plan) {
        String namespace = deployment.getMetadata().getNamespace();
        String name = deployment.getMetadata().getName();
        NodesSpec nodes = deployment.getSpec().nodes();
        Map<String, String> labels = new TreeMap<>(nodes == null ? Map.of() : nodes.labels());
        labels.put(Labels.POOL, Names.nodePool(namespace, name));
        var nodeClass = plan.pool().nodeClass();
        // The taint that device plugins and GPU operators tolerate (NVIDIA/k8s-device-plugin#421).
        var taint = new TaintBuilder().withKey(GPU).withEffect("NoSchedule").build();
        return new NodeTemplate(new NodeTemplateMetadata(labels), new NodeTemplateSpec(
                new NodeClassReference(nodeClass.group(), nodeClass.kind(), nodeClass.name()),
                requirements(plan), List.of(taint), plan.pool().expireAfter(), plan.pool().terminationGracePeriod()));
    }

    private static List<Requirement> requirements(Plan plan) {
        List<Requirement> requirements = new ArrayList<>();
        requirements.add(new Requirement(INSTANCE_TYPE, "In", plan.placement().instanceTypes()));
        requirements.add(new Requirement("karpenter.sh/capacity-type", "In", plan.pool().capacityTypes()));
        requirements.add(new Requirement("kubernetes.io/arch", "In", List.of("amd64")));
        requirements.add(new Requirement("kubernetes.io/os", "In", List.of("linux")));
        if (!plan.pool().zones().isEmpty()) {
            requirements.add(new Requirement("topology.kubernetes.io/zone", "In", plan.pool().zones()));
        }
        return requirements;
    }

    /** Only empty nodes go, one at a time: utilisation rules look at CPU and would move busy GPU nodes. */
    private static Disruption disruption(Plan plan) {
        return new Disruption("WhenEmpty", plan.pool().consolidateAfter(), List.of(new DisruptionBudget("1")));
    }
}
