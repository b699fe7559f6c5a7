package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.foreign.prometheus.RuleGroup;
import dev.rayllm.operator.monitoring.Exporter;
import dev.rayllm.operator.monitoring.Rendered;
import dev.rayllm.operator.monitoring.RunningPrometheus;
import dev.rayllm.operator.render.monitoring.OperatorMonitoring;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.micrometer.prometheus.PrometheusConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A real Prometheus scrapes what Ray and vLLM were recorded to print, and the operator while it runs fifty deployments on a
 * real API server. Every query of every dashboard, and every recorded series, then has data.
 */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER, ForeignCrds.PROMETHEUS})
class LivePrometheusTest {

    private static final int DEPLOYMENTS = 50;

    @Test
    void everyPanelAndEveryRuleHasData(KubernetesClient client, ApiServer server) throws Exception {
        OwnCrds.install(client);
        Fixtures on = new Fixtures(client, server.namespace("live"));
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new JvmMemoryMetrics().bindTo(registry);
        // Leadership is the process's matter, not the controllers'.
        registry.gauge("rayllm.leader", 1);
        try (RunningOperator operator = RunningOperator.measured(on.namespace(), registry);
                Exporter exporter = new Exporter(() -> {
                    operator.refreshMetrics();
                    return registry.scrape();
                })) {
            for (int i = 0; i < DEPLOYMENTS; i++) {
                on.apply("m" + i, "model: {profile: " + (i == 7 ? "no-such-model" : "mistral-7b-instruct") + "}");
            }
            eventually(() -> assertThat(dashboard(on, "m0")).isNotNull());
            eventually(() -> assertThat(rule(on)).isNotNull());
            Path folder = Path.of("target/live-prometheus");
            Rendered.write(quick(rules(on)), folder);
            try (RunningPrometheus prometheus = new RunningPrometheus(folder, configuration(on.namespace(), exporter.target()))) {
                List<String> queries = new ArrayList<>(recorded(on));
                queries.addAll(panels(dashboard(on, "m0"), on.namespace()));
                for (String json : OperatorMonitoring.dashboards().values()) {
                    queries.addAll(panels(json, on.namespace()));
                }
                assertThat(queries).hasSizeGreaterThan(80);
                var replicas = Stream.iterate(2, n -> 5 - n).iterator();
                Awaitility.await().atMost(Duration.ofMinutes(4)).pollInterval(Duration.ofSeconds(2))
                        .untilAsserted(() -> {
                            // Rates need an operator that has something to do.
                            on.apply("m1", "model: {profile: mistral-7b-instruct}, scaling: {maxReplicas: " + replicas.next() + "}");
                            assertThat(withoutData(prometheus, queries)).isEmpty();
                        });
                judge(prometheus, on.namespace());
            } finally {
                on.deleteAll();
            }
        }
    }

    /** What fifty objects look like in the operator's own metrics. */
    private static void judge(RunningPrometheus prometheus, String namespace) throws InterruptedException {
        assertThat(number(prometheus, "count(rayllm_deployment_phase{namespace=\"" + namespace + "\"})")).isEqualTo(DEPLOYMENTS);
        assertThat(number(prometheus, "sum(rayllm_plans_refused{reason=\"UnknownModel\"})")).isEqualTo(1);
        assertThat(number(prometheus, "max(count by (llm_deployment) ({__name__=~\"rayllm_deployment_.+\"}))"))
                .as("series of one deployment").isLessThanOrEqualTo(11);
        assertThat(number(prometheus, "count({__name__=~\"rayllm_(kubernetes|reconcile|informers|plans|leader).*\"})"))
                .as("series that do not grow with the deployments").isLessThan(400);
        assertThat(number(prometheus, "count(ALERTS{alertname=\"RayllmPlanRefused\",llm_deployment=\"m7\"})")).isEqualTo(1);
    }

    private static double number(RunningPrometheus prometheus, String expr) throws InterruptedException {
        JsonNode result = prometheus.query(expr);
        assertThat(result).as(expr).hasSize(1);
        return result.get(0).path("value").get(1).asDouble();
    }

    private static TreeSet<String> withoutData(RunningPrometheus prometheus, List<String> queries) throws InterruptedException {
        TreeSet<String> without = new TreeSet<>();
        for (String query : queries) {
            if (prometheus.query(query).isEmpty()) {
                without.add(query);
            }
        }
        return without;
    }

    /** The names that the rules of one deployment record. */
    private static List<String> recorded(Fixtures on) {
        return rules(on).stream().flatMap(g -> g.rules().stream()).filter(r -> r.recordName() != null)
                .map(r -> r.recordName() + (r.labels() == null ? "" : "{quantile=\"" + r.labels().get("quantile") + "\"}"))
                .distinct().toList();
    }

    private static List<RuleGroup> rules(Fixtures on) {
        return Stream.concat(rule(on).getSpec().groups().stream(), OperatorMonitoring.prometheusRule().getSpec().groups().stream())
                .toList();
    }

    private static PrometheusRule rule(Fixtures on) {
        return on.client().resources(PrometheusRule.class).inNamespace(on.namespace()).withName("m0-llm").get();
    }

    /** The same rules, evaluated each second. */
    private static List<RuleGroup> quick(List<RuleGroup> groups) {
        return groups.stream().map(g -> new RuleGroup(g.name(), "1s", g.rules())).toList();
    }

    private static String dashboard(Fixtures on, String name) {
        ConfigMap map = on.client().configMaps().inNamespace(on.namespace()).withName(name + "-llm-dashboard").get();
        return map == null ? null : map.getData().values().iterator().next();
    }

    /** The queries of a dashboard, with its variables as Grafana fills them in. */
    private static List<String> panels(String json, String namespace) throws IOException {
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : new ObjectMapper().readTree(json).get("panels")) {
            panel.get("targets").forEach(t -> queries.add(t.get("expr").asText().replace("$namespace", namespace)
                    .replace("$deployment", "m0").replace("$__range", "1h")));
        }
        return queries;
    }

    /** As the PodMonitors would have it. */
    private static String configuration(String namespace, String target) {
        StringBuilder text = new StringBuilder("global: {scrape_interval: 1s, evaluation_interval: 1s}\n"
                + "rule_files: [rules.yaml]\nscrape_configs:\n");
        Map.of("head", "llm_deployment: m0, ray_role: head, ray_cluster: m0-x, pod: m0-head",
                "worker", "llm_deployment: m0, ray_role: worker, ray_cluster: m0-x, pod: m0-worker").forEach((path, labels) ->
                        text.append(job(path, "false", "namespace: " + namespace + ", " + labels, target)));
        return text.append(job("operator", "true", "namespace: rayllm-system, pod: operator-0", target)).toString();
    }

    private static String job(String path, String honorLabels, String labels, String target) {
        return "  - {job_name: %s, metrics_path: /%s, honor_labels: %s, static_configs: [{targets: ['%s'], labels: {%s}}]}\n"
                .formatted(path, path, honorLabels, target, labels);
    }
}
