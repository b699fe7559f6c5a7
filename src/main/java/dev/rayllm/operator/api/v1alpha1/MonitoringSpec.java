package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;

/** What watches the deployment. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "!has(self.labels) || self.labels.all(k, size(k) <= 317 && k.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$'))",
        message = "monitoring.labels: keys must be label names, such as release or example.com/team")
@ValidationRule(value = "!has(self.labels) || self.labels.all(k, self.labels[k].matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$'))",
        messageExpression = "\"monitoring.labels: value of '\" + self.labels.filter(k, !self.labels[k].matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$'))[0] + \"' must start and end with a letter or digit, and hold only letters, digits, -, _ and .\"")
@ValidationRule(value = "!has(self.labels) || !self.labels.exists(k, k.startsWith('rayllm.dev/') || k == 'app.kubernetes.io/managed-by')",
        messageExpression = "\"monitoring.labels: '\" + self.labels.filter(k, k.startsWith('rayllm.dev/') || k == 'app.kubernetes.io/managed-by')[0] + \"' is set by the operator, which finds its objects by it: remove it\"")
public record MonitoringSpec(
        @JsonPropertyDescription("Whether PodMonitor, PrometheusRule and dashboard are made; default true where the kinds of the Prometheus operator are installed. false removes them.")
        Boolean enabled,

        @JsonPropertyDescription("Whether a ConfigMap with a Grafana dashboard is made as well; default true.")
        Boolean dashboard,

        @Size(max = 16)
        @JsonPropertyDescription("Labels put on the objects, so that Prometheus and Grafana's sidecar select them, such as release: prometheus.")
        Map<String, @Size(max = 63) String> labels,

        @Size(min = 8, max = 256) @Pattern("^https?://[^\\s\"{}]+$")
        @JsonPropertyDescription("Page that the alerts' runbook links point to, without anchor; default the project's docs/alerts.md.")
        String runbookUrl,

        @JsonPropertyDescription("From which values on alerts are raised.")
        MonitoringThresholds thresholds) {

    public MonitoringSpec {
        labels = labels == null ? Map.of() : labels;
    }
}
