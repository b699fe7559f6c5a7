package dev.rayllm.operator.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.plan.PlannerSettings;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRuleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster with CRDs of another release, on an API server of its own: others rely on the CRDs of the first one. */
@Tag("apiserver")
class CrdUpgradeTest {

    private static final String NAME = InstalledCrds.NAMES.getFirst();

    private final ApiServer server = ApiServer.another("chart");
    private KubernetesClient client;

    @BeforeEach
    void connect() {
        client = server.client(server.namespace("crd-upgrade"));
        OwnCrds.remove(client);
    }

    @AfterEach
    void remove() {
        OwnCrds.remove(client);
        client.close();
    }

    @Test
    void olderOneIsToldAndBroughtUp() {
        install("0.0.9");
        InstalledCrds crds = new InstalledCrds(client);
        assertThat(crds.outdated()).singleElement().asString().contains(NAME, "release 0.0.9", "Apply the CRDs");
        create();
        try (RunningOperator operator = RunningOperator.in(server, client.getNamespace(), PlannerSettings.standard())) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(accepted()).contains("0.0.9"));
        }
        crds.upgrade();
        assertThat(crds.outdated()).isEmpty();
        CustomResourceDefinition now = installed();
        assertThat(spec(now).getProperties()).as("the field that was missing").containsKey("suspend");
        assertThat(spec(now).getXKubernetesValidations()).as("a rule that we no longer have")
                .noneMatch(rule -> rule.getMessage().equals("of the old release"));
    }

    @Test
    void newerOneIsLeftAlone() {
        install("99.0.0");
        create();
        String before = installed().getMetadata().getResourceVersion();
        InstalledCrds crds = new InstalledCrds(client);
        crds.upgrade();
        assertThat(crds.outdated()).isEmpty();
        assertThat(installed().getMetadata().getResourceVersion()).isEqualTo(before);
    }

    /** Ours, but without a field and with a rule more, as an earlier release may have been. */
    private void install(String release) {
        for (String name : InstalledCrds.NAMES) {
            CustomResourceDefinition crd = client.apiextensions().v1().customResourceDefinitions()
                    .load(Path.of("crds", name + ".yaml").toFile()).item();
            if (name.equals(NAME)) {
                crd.getMetadata().setAnnotations(Map.of("rayllm.dev/crd-version", release));
                spec(crd).getProperties().remove("suspend");
                spec(crd).getXKubernetesValidations().add(new ValidationRuleBuilder().withRule("has(self.model)")
                        .withMessage("of the old release").build());
            }
            client.resource(crd).create();
        }
        InstalledCrds.NAMES.forEach(name -> client.apiextensions().v1().customResourceDefinitions().withName(name)
                .waitUntilCondition(crd -> crd.getStatus() != null && crd.getStatus().getConditions() != null
                        && crd.getStatus().getConditions().stream()
                        .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True")), 60,
                        TimeUnit.SECONDS));
    }

    private void create() {
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> client.resource(
                "---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: m, namespace: "
                        + client.getNamespace() + "}, spec: {model: {profile: mistral-7b-instruct}}}").create() != null);
    }

    private String accepted() {
        LlmDeployment m = client.resources(LlmDeployment.class).withName("m").get();
        return m.getStatus() == null ? "" : m.getStatus().conditions().getFirst().message();
    }

    private CustomResourceDefinition installed() {
        return client.apiextensions().v1().customResourceDefinitions().withName(NAME).get();
    }

    private static JSONSchemaProps spec(CustomResourceDefinition crd) {
        return crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema().getProperties().get("spec");
    }
}
