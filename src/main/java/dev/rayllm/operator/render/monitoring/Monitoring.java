package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.MonitoringSpec;
import dev.rayllm.operator.foreign.prometheus.PodMonitor;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.Stamp;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/** What watches a deployment: scrape configuration, rules and a dashboard. */
public final class Monitoring {

    private Monitoring() {
    }

    /** Whether the spec lets it be watched: yes, unless it says no or nothing runs. */
    public static boolean wanted(LlmDeployment deployment) {
        MonitoringSpec spec = deployment.getSpec().monitoring();
        return !Boolean.TRUE.equals(deployment.getSpec().suspend()) && (spec == null || !Boolean.FALSE.equals(spec.enabled()));
    }

    /** Whether the spec asks for it in words, so that it is missed where the kinds are not installed. */
    public static boolean asked(LlmDeployment deployment) {
        return deployment.getSpec().monitoring() != null && wanted(deployment);
    }

    /** Whether a dashboard belongs to it. */
    public static boolean dashboardWanted(LlmDeployment deployment) {
        MonitoringSpec spec = deployment.getSpec().monitoring();
        return wanted(deployment) && (spec == null || !Boolean.FALSE.equals(spec.dashboard()));
    }

    /** All objects, in the order in which they are applied. */
    public static List<HasMetadata> of(LlmDeployment deployment, Plan plan) {
        List<HasMetadata> objects = new ArrayList<>();
        if (wanted(deployment)) {
            objects.add(podMonitor(deployment));
            objects.add(prometheusRule(deployment, plan));
        }
        if (dashboardWanted(deployment)) {
            objects.add(dashboard(deployment));
        }
        return objects;
    }

    /** Scrapes head and workers. */
    public static PodMonitor podMonitor(LlmDeployment deployment) {
        return PodMonitors.of(deployment);
    }

    /** Recording rules and alerts; marked, as its figures are those of a plan, which must be the one that runs. */
    public static PrometheusRule prometheusRule(LlmDeployment deployment, Plan plan) {
        return Stamp.mark(PrometheusRules.of(deployment, plan), deployment.getMetadata().getGeneration(), plan.option());
    }

    /** The dashboard, for Grafana's sidecar. */
    public static ConfigMap dashboard(LlmDeployment deployment) {
        return DashboardConfigMaps.of(deployment);
    }
}
