package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.NodeClassRef;

/**
 * What the platform team sets once for all deployments.
 *
 * @param defaultNodeClass node class for deployments that name none; null refuses those
 * @param defaultRuntime   name of the runtime row for deployments that name none; null takes the table's default
 * @param nodeDiskGib      disk that a node has for pods, GiB; null when not known, and then not checked
 * @param karpenter        whether NodePools may be made; without, every deployment needs nodes.mode Existing
 * @param monitoring       whether PodMonitors, PrometheusRules and dashboards may be made
 */
public record PlannerSettings(NodeClassRef defaultNodeClass, String defaultRuntime, Integer nodeDiskGib, boolean karpenter,
        boolean monitoring) {

    public PlannerSettings(NodeClassRef defaultNodeClass, String defaultRuntime, Integer nodeDiskGib, boolean karpenter) {
        this(defaultNodeClass, defaultRuntime, nodeDiskGib, karpenter, true);
    }

    public PlannerSettings(NodeClassRef defaultNodeClass, String defaultRuntime, Integer nodeDiskGib) {
        this(defaultNodeClass, defaultRuntime, nodeDiskGib, true);
    }

    /** EC2NodeClass {@code gpu} of Karpenter's AWS provider, and the runtime table's own default. */
    public static PlannerSettings standard() {
        return new PlannerSettings(new NodeClassRef("karpenter.k8s.aws", "EC2NodeClass", "gpu"), null, null);
    }
}
