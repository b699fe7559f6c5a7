package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import dev.rayllm.operator.foreign.prometheus.PodMonitor;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What watches a deployment: made where its kinds are served, whenever they come; removed when switched off. */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER})
class MonitoringTest {

    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}";

    private Fixtures on;
    private RunningOperator operator;
    private KubernetesClient client;

    @BeforeEach
    void start(KubernetesClient client, ApiServer server) {
        OwnCrds.install(client);
        ForeignCrds.PROMETHEUS.remove(client);
        this.client = client;
        on = new Fixtures(client, server.namespace("watched"));
        operator = RunningOperator.in(on.namespace());
    }

    @AfterEach
    void stop() {
        on.deleteAll();
        operator.close();
        ForeignCrds.PROMETHEUS.remove(client);
    }

    @Test
    void kindsThatComeLaterAreUsedWithoutRestart() {
        on.apply("m", MISTRAL + ", monitoring: {labels: {release: prometheus}}");
        eventually(() -> assertThat(on.service("m")).isNotNull());
        assertThat(dashboard()).as("without Prometheus nobody reads one").isNull();
        ForeignCrds.PROMETHEUS.install(client);
        eventually(this::allAreThere);
        assertThat(monitor().getMetadata().getLabels()).containsEntry("release", "prometheus");
        assertThat(rule().getMetadata().getOwnerReferences()).singleElement()
                .satisfies(o -> assertThat(o.getName()).isEqualTo("m"));
    }

    @Test
    void isMadeUnaskedAndRemovedWhenSwitchedOff() {
        ForeignCrds.PROMETHEUS.install(client);
        on.apply("m", MISTRAL);
        eventually(this::allAreThere);
        on.apply("m", MISTRAL + ", monitoring: {dashboard: false}");
        eventually(() -> assertThat(dashboard()).isNull());
        assertThat(rule()).isNotNull();
        on.apply("m", MISTRAL + ", monitoring: {enabled: false}");
        eventually(() -> assertThat(rule()).isNull());
        eventually(() -> assertThat(monitor()).isNull());
        on.apply("m", MISTRAL + ", monitoring: {thresholds: {errorPercent: 1}}");
        eventually(() -> assertThat(rule()).isNotNull());
        eventually(this::allAreThere);
        on.apply("m", MISTRAL + ", suspend: true");
        eventually(() -> assertThat(rule()).as("what sleeps by intent raises no alert").isNull());
    }

    @Test
    void goesWithTheDeployment() {
        ForeignCrds.PROMETHEUS.install(client);
        on.apply("m", MISTRAL);
        eventually(this::allAreThere);
        on.delete("m");
        eventually(() -> assertThat(client.resources(LlmDeployment.class).inNamespace(on.namespace()).list().getItems()).isEmpty());
        assertThat(monitor()).isNull();
        assertThat(rule()).isNull();
        assertThat(dashboard()).isNull();
    }

    /** An older CRD drops fields that it does not know in silence: written again on every pass, if we used such a field. */
    @ParameterizedTest
    @EnumSource(value = ForeignCrds.class, names = {"PROMETHEUS", "PROMETHEUS_OF_2021"})
    void isWrittenOnceWhateverTheVersionOfTheKinds(ForeignCrds crds) {
        crds.install(client);
        on.apply("m", MISTRAL + ", monitoring: {}");
        eventually(this::allAreThere);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/WaitingForRayService"));
        Awaitility.await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(30)).until(() -> true);
        int writes = operator.writes().size();
        int passes = operator.passes();
        for (HasMetadata child : new HasMetadata[] {monitor(), rule(), dashboard()}) {
            client.resource(child).edit(c -> {
                c.getMetadata().setAnnotations(new HashMap<>(Map.of("test/tick", "1")));
                c.getMetadata().getAnnotations().putAll(child.getMetadata().getAnnotations() == null ? Map.of()
                        : child.getMetadata().getAnnotations());
                return c;
            });
            int wanted = ++passes;
            eventually(() -> assertThat(operator.passes()).isGreaterThanOrEqualTo(wanted));
        }
        Awaitility.await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(30)).until(() -> true);
        assertThat(operator.writes()).as("writes after further passes").hasSize(writes);
    }

    /** Somebody edits an alert by hand: it is put back. */
    @Test
    void isPutBackWhenSomebodyChangesIt() {
        ForeignCrds.PROMETHEUS.install(client);
        on.apply("m", MISTRAL);
        eventually(this::allAreThere);
        String file = dashboard().getData().keySet().iterator().next();
        client.resource(dashboard()).edit(c -> {
            c.getData().put(file, "{}");
            return c;
        });
        eventually(() -> assertThat(dashboard().getData().get(file)).contains("panels"));
    }

    /** They are made side by side. */
    private void allAreThere() {
        assertThat(monitor()).isNotNull();
        assertThat(rule()).isNotNull();
        assertThat(dashboard()).isNotNull();
    }

    private PodMonitor monitor() {
        return get(PodMonitor.class, "m-llm");
    }

    private PrometheusRule rule() {
        return get(PrometheusRule.class, "m-llm");
    }

    private ConfigMap dashboard() {
        return get(ConfigMap.class, "m-llm-dashboard");
    }

    private <T extends HasMetadata> T get(Class<T> kind, String name) {
        return client.resources(kind).inNamespace(on.namespace()).withName(name).get();
    }
}
