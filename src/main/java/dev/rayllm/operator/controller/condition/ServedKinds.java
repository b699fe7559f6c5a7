package dev.rayllm.operator.controller.condition;

import io.fabric8.kubernetes.client.KubernetesClient;

/** Asks the API server's discovery, which every account may read, for kinds of others. */
public final class ServedKinds {

    private ServedKinds() {
    }

    /** Whether {@code ray.io/v1 RayService} is served now. */
    public static boolean rayService(KubernetesClient client) {
        return client.supports("ray.io/v1", "RayService");
    }

    /** Whether {@code karpenter.sh/v1 NodePool} is served now. */
    public static boolean nodePool(KubernetesClient client) {
        return client.supports("karpenter.sh/v1", "NodePool");
    }

    /** Whether {@code karpenter.sh/v1 NodeClaim} is served now. */
    public static boolean nodeClaim(KubernetesClient client) {
        return client.supports("karpenter.sh/v1", "NodeClaim");
    }

    /** Whether {@code monitoring.coreos.com/v1} PodMonitor and PrometheusRule are served now. */
    public static boolean monitoring(KubernetesClient client) {
        return client.supports("monitoring.coreos.com/v1", "PodMonitor")
                && client.supports("monitoring.coreos.com/v1", "PrometheusRule");
    }
}
