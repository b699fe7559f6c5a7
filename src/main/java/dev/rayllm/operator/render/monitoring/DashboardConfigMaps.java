package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;

/** The ConfigMap with a deployment's dashboard, which Grafana's sidecar picks up by its label. */
final class DashboardConfigMaps {

    /** What the sidecar of the usual charts looks for. */
    private static final Map<String, String> SIDECAR = Map.of("grafana_dashboard", "1");

    private DashboardConfigMaps() {
    }

    static ConfigMap of(LlmDeployment deployment) {
        String namespace = deployment.getMetadata().getNamespace();
        String name = deployment.getMetadata().getName();
        // Grafana's sidecar writes all files into one folder: the name holds the namespace too.
        String file = "llm-" + namespace + "-" + name + ".json";
        return new ConfigMapBuilder().withMetadata(MonitoringMetadata.of(deployment, Names.dashboard(name), SIDECAR))
                .addToData(file, GrafanaJson.of(ModelDashboard.of(namespace, name))).build();
    }
}
