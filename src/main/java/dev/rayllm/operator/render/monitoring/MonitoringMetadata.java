package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.render.OwnedMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import java.util.TreeMap;

/** Metadata of monitoring objects: with the user's labels, by which Prometheus and Grafana choose them. */
final class MonitoringMetadata {

    private MonitoringMetadata() {
    }

    static ObjectMeta of(LlmDeployment deployment, String name) {
        return of(deployment, name, Map.of());
    }

    /** Labels of ours, then the user's, which may change them, then those by which the operator finds its objects. */
    static ObjectMeta of(LlmDeployment deployment, String name, Map<String, String> usual) {
        ObjectMeta metadata = OwnedMetadata.of(deployment, name);
        Map<String, String> labels = new TreeMap<>(usual);
        if (deployment.getSpec().monitoring() != null) {
            labels.putAll(deployment.getSpec().monitoring().labels());
        }
        labels.putAll(metadata.getLabels());
        metadata.setLabels(labels);
        return metadata;
    }
}
