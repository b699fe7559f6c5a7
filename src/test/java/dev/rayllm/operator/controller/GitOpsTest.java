package dev.rayllm.operator.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Beside a tool that applies from Git: it sees no drift, finds nothing to prune, and we write nothing of what it applies. */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER})
class GitOpsTest {

    @Test
    void nothingIsFoughtOver(KubernetesClient client) {
        OwnCrds.install(client);
        String text = """
                apiVersion: rayllm.dev/v1alpha1
                kind: LlmDeployment
                metadata:
                  name: git
                  namespace: %s
                  labels: {app.kubernetes.io/instance: models, argocd.argoproj.io/instance: models}
                  annotations: {argocd.argoproj.io/tracking-id: "models:rayllm.dev/LlmDeployment:llm/git"}
                spec:
                  model: {profile: mistral-7b-instruct}
                """.formatted(client.getNamespace());
        client.resource(text).fieldManager("argocd-controller").serverSideApply();
        try (RunningOperator operator = RunningOperator.in(client.getNamespace())) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(deployment(client).getStatus()).isNotNull();
                assertThat(children(client)).hasSize(2);
            });
            assertThat(children(client)).allSatisfy(child -> assertThat(Serialization.asYaml(child.getMetadata()
                    .getLabels()) + Serialization.asYaml(child.getMetadata().getAnnotations())).doesNotContain("argocd",
                            "app.kubernetes.io/instance: models"));
            LlmDeployment before = deployment(client);
            client.resource(text).fieldManager("argocd-controller").serverSideApply();
            assertThat(deployment(client).getMetadata().getGeneration()).isEqualTo(before.getMetadata().getGeneration());
            List<ManagedFieldsEntry> ours = before.getMetadata().getManagedFields().stream()
                    .filter(f -> !f.getManager().equals("argocd-controller")).toList();
            assertThat(ours).isNotEmpty().allSatisfy(f -> assertThat(f.getFieldsV1().getAdditionalProperties())
                    .doesNotContainKey("f:spec"));
        }
    }

    private static LlmDeployment deployment(KubernetesClient client) {
        return client.resources(LlmDeployment.class).withName("git").get();
    }

    private static List<HasMetadata> children(KubernetesClient client) {
        return Stream.<HasMetadata>concat(client.resources(RayService.class).list().getItems().stream(),
                client.resources(NodePool.class).withLabel("rayllm.dev/namespace", client.getNamespace()).list().getItems()
                        .stream()).toList();
    }
}
