package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.prometheus.PodMetricsEndpoint;
import dev.rayllm.operator.foreign.prometheus.PodMonitor;
import dev.rayllm.operator.foreign.prometheus.PodMonitorSpec;
import dev.rayllm.operator.foreign.prometheus.Relabeling;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.List;
import java.util.Locale;

/**
 * The PodMonitor of a deployment: head and workers of all its Ray clusters, as no Service carries the workers' metrics
 * port. Only fields that every version of the kind has: what an older one prunes would be written on every pass.
 */
final class PodMonitors {

    /** Name that KubeRay and our pods give to the port of Ray's metrics agent. */
    private static final String PORT = "metrics";

    private PodMonitors() {
    }

    static PodMonitor of(LlmDeployment deployment) {
        String name = deployment.getMetadata().getName();
        PodMonitor monitor = new PodMonitor();
        monitor.setMetadata(MonitoringMetadata.of(deployment, Names.monitor(name)));
        monitor.setSpec(new PodMonitorSpec(new LabelSelectorBuilder()
                .addToMatchLabels(Labels.MANAGED_BY, Labels.OPERATOR).addToMatchLabels(Labels.DEPLOYMENT, name).build(),
                List.of(new PodMetricsEndpoint(PORT, "/metrics", "15s", null, List.of(
                        copy(Labels.DEPLOYMENT, Scope.DEPLOYMENT), copy(Labels.ROLE, Scope.ROLE),
                        copy("ray.io/cluster", Scope.CLUSTER)),
                        // Ray exports a thousand series a node that nothing here reads.
                        List.of(new Relabeling("keep", List.of("__name__"), "ray_(vllm|serve|node)_.+", null, null))))));
        return monitor;
    }

    private static Relabeling copy(String podLabel, String label) {
        return new Relabeling("replace", List.of("__meta_kubernetes_pod_label_"
                + podLabel.replaceAll("[^A-Za-z0-9_]", "_").toLowerCase(Locale.ROOT)), null, label, null);
    }
}
