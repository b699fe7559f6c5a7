package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gateway from its first pod to its last, on a real API server; the test plays the Deployment controller. */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER})
class GatewayReconcileTest {

    private static final String MODEL = "model: {profile: mistral-7b-instruct}";
    private static final String FALLBACK = ", fallback: {baseUrl: 'https://api.example.com/v1', model: big%s}";
    private static final String KEY = ", apiKeySecretRef: {name: provider, key: key}";
    private static final String RUNNING = "numServeEndpoints: 2, activeServiceStatus: {rayClusterName: c1, rayClusterStatus:"
            + " {desiredWorkerReplicas: %d, readyWorkerReplicas: %d}, applicationStatuses: {llm: {status: RUNNING,"
            + " serveDeploymentStatuses: {'LLMServer:m': {status: HEALTHY}}}}}";

    private Fixtures on;
    private RunningOperator operator;
    private KubernetesClient client;

    @BeforeAll
    static void installCrds(KubernetesClient client) {
        OwnCrds.install(client);
    }

    @BeforeEach
    void start(KubernetesClient given, ApiServer server) {
        client = given;
        on = new Fixtures(client, server.namespace("llm"));
        operator = RunningOperator.in(on.namespace());
    }

    @AfterEach
    void stop() {
        on.deleteAll();
        operator.close();
    }

    /** Callers get an address only when it answers, and are not cut off when the gateway goes. */
    @Test
    void theAddressChangesWhenTheGatewayAnswersAndBackBeforeItGoes() {
        String direct = "http://m-serve-svc." + on.namespace() + ".svc:8000/v1";
        String gateway = "http://m-gateway." + on.namespace() + ".svc:8000/v1";
        on.apply("m", MODEL + FALLBACK.formatted(""));
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("False/GatewayStarting"));
        assertThat(endpoint()).isEqualTo(direct);
        assertThat(objects()).hasSize(4).allSatisfy(o -> assertThat(o.getMetadata().getOwnerReferences()).singleElement()
                .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("LlmDeployment")));
        ready(2);
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("True/GatewayReady"));
        assertThat(endpoint()).isEqualTo(gateway);
        assertThat(on.deployment("m").getStatus().fallback().gateway()).isEqualTo("2/2");
        ready(0);
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("False/GatewayStarting"));
        assertThat(endpoint()).as("does not flap").isEqualTo(gateway);
        ready(2);
        on.apply("m", MODEL);
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("False/GatewayRetiring"));
        assertThat(endpoint()).isEqualTo(direct);
        assertThat(on.deployment("m").getStatus().fallback().removedAfter()).isNotNull();
        settle();
        assertThat(objects()).as("callers may still use it").hasSize(4);
        retirementEnds();
        eventually(() -> assertThat(objects()).isEmpty());
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("no FallbackReady"));
        assertThat(endpoint()).isEqualTo(direct);
    }

    @Test
    void aBlockThatComesBackInTimeKeepsTheGateway() {
        on.apply("m", MODEL + FALLBACK.formatted(""));
        eventually(() -> assertThat(objects()).hasSize(4));
        ready(2);
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("True/GatewayReady"));
        String uid = get(Deployment.class).getMetadata().getUid();
        on.apply("m", MODEL);
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("False/GatewayRetiring"));
        on.apply("m", MODEL + FALLBACK.formatted(", trafficPercent: 5"));
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("True/GatewayReady"));
        assertThat(on.deployment("m").getStatus().fallback().removedAfter()).isNull();
        assertThat(get(Deployment.class).getMetadata().getUid()).isEqualTo(uid);
    }

    /** A restart would cut streams: only what is read at the start may reach the pods. */
    @Test
    void sharesLimitsCapsAndModelRestartNoPod() {
        on.apply("m", MODEL + FALLBACK.formatted(KEY));
        eventually(() -> assertThat(objects()).hasSize(4));
        var template = get(Deployment.class).getSpec().getTemplate();
        for (String edit : List.of(", trafficPercent: 50", ", firstTokenTimeout: 5s, answerTimeout: 1m",
                ", maxLocalInFlight: 7", ", maxExternalRequestsPerSecond: 3", ", trafficPercent: 0")) {
            String before = get(ConfigMap.class).getData().toString();
            on.apply("m", MODEL + FALLBACK.formatted(KEY + edit));
            eventually(() -> assertThat(get(ConfigMap.class).getData().toString()).isNotEqualTo(before));
        }
        settle();
        assertThat(get(Deployment.class).getSpec().getTemplate()).isEqualTo(template);
        on.apply("m", MODEL + FALLBACK.formatted(KEY + ", resources: {memory: 1Gi}"));
        eventually(() -> assertThat(get(Deployment.class).getSpec().getTemplate()).isNotEqualTo(template));
    }

    @Test
    void aMissingKeyIsSaidAndComesLater() {
        on.apply("m", MODEL + FALLBACK.formatted(KEY));
        eventually(() -> assertThat(objects()).hasSize(4));
        ready(2);
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("False/ProviderKeyMissing"));
        assertThat(on.condition("m", "Accepted")).as("the model is served all the same").isEqualTo("True/Planned");
        assertThat(on.message("m", "FallbackReady")).contains("'key'", "'provider'");
        secret("");
        settle();
        assertThat(on.condition("m", "FallbackReady")).isEqualTo("False/ProviderKeyMissing");
        secret("s3cr3t\nvalue");
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("False/ProviderKeyMalformed"));
        secret("s3cr3t-value\n");
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("True/GatewayReady"));
        String all = Serialization.asYaml(List.of(on.deployment("m"), objects())) + Serialization.asYaml(
                client.v1().events().inNamespace(on.namespace()).list());
        assertThat(all).doesNotContain("s3cr3t");
    }

    @Test
    void aSleepingModelDivertsRequestsAndAnAwakeOneGetsThem() {
        on.apply("m", MODEL + ", scaling: {minReplicas: 0}" + FALLBACK.formatted(", trafficPercent: 20"));
        eventually(() -> assertThat(on.service("m")).isNotNull());
        eventually(() -> assertThat(routes()).as("nothing serves yet").contains("request_mirror_policies"));
        on.kubeRaySays("m", RUNNING.formatted(1, 1));
        eventually(() -> assertThat(routes()).contains("weighted_clusters").doesNotContain("request_mirror_policies"));
        on.kubeRaySays("m", RUNNING.formatted(0, 0));
        eventually(() -> assertThat(routes()).contains("request_mirror_policies").doesNotContain("weighted_clusters"));
        // Status is written after children, in the same pass.
        eventually(() -> assertThat(on.deployment("m").getStatus().fallback().diverted()).isTrue());
        on.kubeRaySays("m", RUNNING.formatted(1, 1).replace("HEALTHY", "UPSCALING"));
        settle();
        assertThat(routes()).as("the pod is there, the engine loads").contains("request_mirror_policies");
        on.kubeRaySays("m", RUNNING.formatted(1, 1));
        eventually(() -> assertThat(routes()).contains("weighted_clusters"));
        assertThat(on.condition("m", "Progressing")).as("no change of our own tables").isNotEqualTo("False/RendererUpdateDeferred");
    }

    @Test
    void furtherPassesWriteNothing() {
        on.apply("m", MODEL + FALLBACK.formatted(KEY));
        secret("k");
        eventually(() -> assertThat(objects()).hasSize(4));
        ready(2);
        eventually(() -> assertThat(on.condition("m", "FallbackReady")).isEqualTo("True/GatewayReady"));
        settle();
        int passes = operator.passes();
        int writes = operator.writes().size();
        for (int i = 1; i <= 20; i++) {
            String tick = Integer.toString(i);
            client.resource(get(Deployment.class)).edit(d -> {
                d.getMetadata().getAnnotations().put("test/tick", tick);
                return d;
            });
            int wanted = passes + i;
            Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> operator.passes() >= wanted);
        }
        settle();
        assertThat(operator.writes()).as("writes after 20 more passes").hasSize(writes);
    }

    @Test
    void refusedEditsAndSuspensionLeaveTheGateway() {
        String gateway = "http://m-gateway." + on.namespace() + ".svc:8000/v1";
        on.apply("m", MODEL + FALLBACK.formatted(""));
        eventually(() -> assertThat(objects()).hasSize(4));
        ready(2);
        eventually(() -> assertThat(endpoint()).isEqualTo(gateway));
        String config = get(ConfigMap.class).getMetadata().getResourceVersion();
        on.apply("m", MODEL + FALLBACK.replace("https://api.example.com", "https://m-gateway." + on.namespace() + ".svc")
                .formatted(""));
        eventually(() -> assertThat(on.condition("m", "Accepted")).isEqualTo("False/FallbackInvalid"));
        settle();
        assertThat(get(ConfigMap.class).getMetadata().getResourceVersion()).isEqualTo(config);
        assertThat(endpoint()).isEqualTo(gateway);
        on.apply("m", MODEL + FALLBACK.formatted("") + ", suspend: true");
        eventually(() -> assertThat(on.service("m")).isNull());
        settle();
        assertThat(objects()).as("it answers from outside").hasSize(4);
        assertThat(endpoint()).isEqualTo(gateway);
    }

    @Test
    void deletionTakesTheGateway() {
        on.apply("m", MODEL + FALLBACK.formatted(""));
        eventually(() -> assertThat(objects()).hasSize(4));
        on.delete("m");
        eventually(() -> assertThat(on.deployment("m")).isNull());
        assertThat(objects()).isEmpty();
    }

    private String endpoint() {
        var status = on.deployment("m").getStatus();
        return status == null ? null : status.endpoint();
    }

    private String routes() {
        return get(ConfigMap.class).getData().get("rds-front.yaml");
    }

    private <R extends HasMetadata> R get(Class<R> kind) {
        return client.resources(kind).inNamespace(on.namespace()).withName("m-gateway").get();
    }

    private List<HasMetadata> objects() {
        return Stream.<HasMetadata>of(get(ConfigMap.class), get(Deployment.class), get(Service.class),
                get(PodDisruptionBudget.class)).filter(Objects::nonNull).toList();
    }

    /** Plays the Deployment controller. */
    private void ready(int pods) {
        client.resources(Deployment.class).inNamespace(on.namespace()).withName("m-gateway").editStatus(d -> {
            d.setStatus(new DeploymentStatusBuilder().withReplicas(2).withReadyReplicas(pods).build());
            return d;
        });
    }

    private void secret(String value) {
        client.resource(new SecretBuilder().withNewMetadata().withName("provider").withNamespace(on.namespace())
                .endMetadata().withStringData(Map.of("key", value)).build()).serverSideApply();
    }

    /** Plays the clock. */
    private void retirementEnds() {
        client.resources(LlmDeployment.class).inNamespace(on.namespace()).withName("m").subresource("status").patch(
                io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                        io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
                "{\"status\":{\"fallback\":{\"removedAfter\":\"2026-01-01T00:00:00Z\"}}}");
    }

    private void settle() {
        Awaitility.await().pollDelay(Duration.ofMillis(1500)).until(() -> true);
    }
}
