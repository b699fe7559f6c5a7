package dev.rayllm.operator.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.controller.InstalledCrds;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * helm with the chart against a real API server of its own, as a platform team meets it: nothing there before, a model in
 * three lines, an upgrade, a way back, and an end that stops no model.
 */
@Tag("apiserver")
class ChartOnServerTest {

    private static final String THREE_LINES = """
            deployments:
              - name: mistral
                spec: {model: {profile: mistral-7b-instruct}}
            """;

    private final ApiServer server = ApiServer.another("chart");
    private final Helm helm = Helm.on(server.kubeconfig());
    private KubernetesClient client;
    @TempDir
    private Path folder;

    @BeforeEach
    void connect() {
        client = server.client(Helm.NAMESPACE);
        OwnCrds.remove(client);
    }

    /** The next test finds a cluster without us, but with the namespace: nothing ends a namespace here. */
    @AfterEach
    void removeAll() {
        helm.run("uninstall", Helm.RELEASE, "--namespace", Helm.NAMESPACE, "--ignore-not-found");
        OwnCrds.remove(client);
        client.close();
    }

    /** The second way is that of Helm 3, and of Helm 4 on releases that Helm 3 made. */
    @ParameterizedTest
    @ValueSource(strings = {"--server-side=true", "--server-side=false"})
    void lifeOfARelease(String way) throws IOException {
        String notes = helm.release("install", Helm.CHART, "--create-namespace", way, "-f", values(THREE_LINES));
        assertThat(notes).contains("rayllm-system/mistral", "kubectl describe llm NAME");
        assertThat(model("mistral").getSpec().model().profile()).isEqualTo("mistral-7b-instruct");
        assertThat(operator().getSpec().getReplicas()).isEqualTo(1);

        String others = THREE_LINES + """
                  - {name: odd, keep: false, spec: {model: {profile: mistral-7b-instruct}, engine: {tensorParallelSize: 3}}}
                replicas: 2
                """;
        helm.release("upgrade", Helm.CHART, "-f", values(others));
        assertThat(operator().getSpec().getReplicas()).isEqualTo(2);
        assertThat(budgets()).hasSize(1);
        assertThat(model("odd").getSpec().engine().tensorParallelSize()).as("the operator is who refuses it").isEqualTo(3);

        helm.release("rollback", "1");
        assertThat(operator().getSpec().getReplicas()).isEqualTo(1);
        assertThat(budgets()).isEmpty();
        assertThat(model("odd")).as("keep: false").isNull();

        helm.release("upgrade", Helm.CHART, "-f", values("logLevel: DEBUG\n"));
        assertThat(model("mistral")).as("kept, though its entry is gone").isNotNull();

        String uid = model("mistral").getMetadata().getUid();
        helm.release("uninstall");
        assertThat(operator()).isNull();
        assertThat(client.rbac().clusterRoles().withLabel("app.kubernetes.io/instance", Helm.RELEASE).list().getItems())
                .isEmpty();
        assertThat(crds()).hasSize(2).doesNotContainNull();
        assertThat(model("mistral").getMetadata().getUid()).isEqualTo(uid);

        helm.release("install", Helm.CHART, way, "-f", values(THREE_LINES));
        assertThat(model("mistral").getMetadata().getUid()).as("taken over, not made anew").isEqualTo(uid);
    }

    /** Where the CRDs were applied by others: Helm 4 says which fields it would take from whom, and --skip-crds leaves them. */
    @Test
    void crdThatIsThereIsNotOverwritten() throws IOException {
        var crds = client.apiextensions().v1().customResourceDefinitions();
        var older = crds.load(Path.of("crds/llmdeployments.rayllm.dev.yaml").toFile()).item();
        older.getMetadata().setAnnotations(Map.of("rayllm.dev/crd-version", "0.0.1"));
        older.getSpec().getVersions().getFirst().setAdditionalPrinterColumns(null);
        client.resource(older).create();
        Tool.Result conflict = helm.run("install", Helm.RELEASE, Helm.CHART, "--namespace", Helm.NAMESPACE,
                "--create-namespace");
        assertThat(conflict.code()).isNotZero();
        assertThat(conflict.err()).contains("failed to install CRD crds/llmdeployments.rayllm.dev.yaml", ".spec.versions");
        helm.release("install", Helm.CHART, "--create-namespace", "--skip-crds");
        assertThat(crds.withName("llmdeployments.rayllm.dev").get().getMetadata().getAnnotations())
                .containsEntry("rayllm.dev/crd-version", "0.0.1");
        assertThat(operator().getSpec().getTemplate().getSpec().getContainers().getFirst().getEnv())
                .anyMatch(e -> e.getName().equals("RAYLLM_CRDS_UPGRADE") && "true".equals(e.getValue()));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("values.yaml"), text);
    }

    private String values(String text) throws IOException {
        return file(text).toString();
    }

    private LlmDeployment model(String name) {
        return client.resources(LlmDeployment.class).inNamespace(Helm.NAMESPACE).withName(name).get();
    }

    private Deployment operator() {
        return client.apps().deployments().inNamespace(Helm.NAMESPACE).withName("rayllm-rayllm-operator").get();
    }

    private List<?> budgets() {
        return client.policy().v1().podDisruptionBudget().inNamespace(Helm.NAMESPACE).list().getItems();
    }

    private List<?> crds() {
        return InstalledCrds.NAMES.stream()
                .map(name -> (Object) client.apiextensions().v1().customResourceDefinitions().withName(name).get()).toList();
    }
}
