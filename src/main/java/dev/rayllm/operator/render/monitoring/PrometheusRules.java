package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.foreign.prometheus.PrometheusRuleSpec;
import dev.rayllm.operator.foreign.prometheus.Rule;
import dev.rayllm.operator.foreign.prometheus.RuleGroup;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.Names;
import java.util.List;
import java.util.Map;

/** The PrometheusRule of a deployment: recording rules first, alerts over them second. */
final class PrometheusRules {

    /** Where the alerts' pages are, unless the spec says otherwise. */
    static final String RUNBOOKS = "https://rayllm.dev/docs/alerts.md";
    private static final String INTERVAL = Recordings.INTERVAL_SECONDS + "s";

    private PrometheusRules() {
    }

    static PrometheusRule of(LlmDeployment deployment, Plan plan) {
        String namespace = deployment.getMetadata().getNamespace();
        String name = deployment.getMetadata().getName();
        var spec = deployment.getSpec().monitoring();
        String runbooks = spec == null || spec.runbookUrl() == null ? RUNBOOKS : spec.runbookUrl();
        // An alert without a series, as from absent(), has its labels from here.
        Map<String, String> labels = Map.of("namespace", namespace, Scope.DEPLOYMENT, name);
        List<Rule> alerts = DeploymentAlerts.of(deployment, plan).stream().map(a -> a.rule(runbooks, labels)).toList();
        PrometheusRule rule = new PrometheusRule();
        rule.setMetadata(MonitoringMetadata.of(deployment, Names.monitor(name)));
        rule.setSpec(new PrometheusRuleSpec(List.of(
                new RuleGroup("llm-recording", INTERVAL, Recordings.of(Scope.of(namespace, name), plan)),
                new RuleGroup("llm-alerts", INTERVAL, alerts))));
        return rule;
    }
}
