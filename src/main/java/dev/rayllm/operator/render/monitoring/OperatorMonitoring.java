package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.foreign.prometheus.PodMetricsEndpoint;
import dev.rayllm.operator.foreign.prometheus.PodMonitor;
import dev.rayllm.operator.foreign.prometheus.PodMonitorSpec;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.foreign.prometheus.PrometheusRuleSpec;
import dev.rayllm.operator.foreign.prometheus.Rule;
import dev.rayllm.operator.foreign.prometheus.RuleGroup;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What watches the operator, and all deployments together. Committed as files under deploy/monitoring. */
public final class OperatorMonitoring {

    private static final String NAME = "rayllm-operator";

    private OperatorMonitoring() {
    }

    /** Scrapes the operator; its own labels win, as they name the deployment that a series is about. */
    public static PodMonitor podMonitor() {
        PodMonitor monitor = new PodMonitor();
        monitor.setMetadata(metadata());
        monitor.setSpec(new PodMonitorSpec(new LabelSelectorBuilder().addToMatchLabels("app.kubernetes.io/name", NAME).build(),
                List.of(new PodMetricsEndpoint("http", "/q/metrics", "15s", true, null, null))));
        return monitor;
    }

    /** Alerts about the operator. */
    public static PrometheusRule prometheusRule() {
        List<Rule> rules = OperatorAlerts.all().stream().map(a -> a.rule(PrometheusRules.RUNBOOKS, Map.of())).toList();
        PrometheusRule rule = new PrometheusRule();
        rule.setMetadata(metadata());
        rule.setSpec(new PrometheusRuleSpec(List.of(new RuleGroup("rayllm-operator", "30s", rules))));
        return rule;
    }

    /** Dashboards in Grafana's JSON, by file name. */
    public static Map<String, String> dashboards() {
        return new TreeMap<>(Map.of("fleet.json", GrafanaJson.of(FleetDashboard.get()),
                "deployment.json", GrafanaJson.of(ModelDashboard.any()),
                "operator.json", GrafanaJson.of(OperatorDashboard.get())));
    }

    private static ObjectMeta metadata() {
        return new ObjectMetaBuilder().withName(NAME).build();
    }
}
