package dev.rayllm.operator.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What `kubectl apply -k deploy/…` sends is taken by a real API server. */
@Tag("apiserver")
@WithApiServer
class KustomizeTest {

    @ParameterizedTest
    @ValueSource(strings = {"deploy/base", "deploy/no-karpenter", "deploy/namespaced", "deploy/upgrade-crds"})
    void isTakenAndChangesNothingWhenAppliedAgain(String folder, KubernetesClient client) {
        client.resource("---\n{apiVersion: v1, kind: Namespace, metadata: {name: llm}}").serverSideApply();
        List<Map<String, Object>> objects = Kubectl.kustomize(folder);
        assertThat(objects).extracting(o -> o.get("kind")).first().isEqualTo("Namespace");
        objects.forEach(o -> apply(client, o));
        objects.forEach(o -> {
            HasMetadata before = client.resource(Serialization.asYaml(o)).get();
            assertThat(apply(client, o).getMetadata().getResourceVersion()).as("%s", o.get("kind"))
                    .isEqualTo(before.getMetadata().getResourceVersion());
        });
    }

    /** The namespace enforces the restricted standard: a pod of the Deployment is admitted, one that is not is refused. */
    @Test
    void podMeetsTheRestrictedStandard(KubernetesClient client) {
        List<Map<String, Object>> objects = Kubectl.kustomize("deploy/base");
        objects.forEach(o -> apply(client, o));
        Deployment deployment = objects.stream().filter(o -> "Deployment".equals(o.get("kind")))
                .map(o -> Serialization.unmarshal(Serialization.asYaml(o), Deployment.class)).findFirst().orElseThrow();
        Pod pod = new PodBuilder().withNewMetadata().withName("probe")
                .withNamespace(deployment.getMetadata().getNamespace()).endMetadata()
                .withSpec(deployment.getSpec().getTemplate().getSpec()).build();
        assertThat(client.resource(pod).dryRun().create()).isNotNull();
        Pod loose = new PodBuilder(pod).editSpec().withSecurityContext(null).endSpec().build();
        assertThatThrownBy(() -> client.resource(loose).dryRun().create())
                .isInstanceOf(KubernetesClientException.class).hasMessageContaining("restricted");
    }

    /** Beside one of the others, whose namespace it uses. */
    @Test
    void monitoringIsTakenWhereItsKindsAre(KubernetesClient client) {
        ForeignCrds.PROMETHEUS.install(client);
        Kubectl.kustomize("deploy/base").forEach(o -> apply(client, o));
        List<Map<String, Object>> objects = Kubectl.kustomize("deploy/monitoring");
        assertThat(objects).extracting(o -> o.get("kind")).containsExactlyInAnyOrder("ConfigMap", "PodMonitor",
                "PrometheusRule");
        objects.forEach(o -> apply(client, o));
    }

    @Test
    void overlayTakesAwayKarpentersRightsAndNothingElse() {
        Set<String> base = Rights.given(Kubectl.kustomize("deploy/base"));
        Set<String> without = Rights.given(Kubectl.kustomize("deploy/no-karpenter"));
        Set<String> gone = new TreeSet<>(base);
        gone.removeAll(without);
        assertThat(base).containsAll(without);
        assertThat(gone).isNotEmpty().allMatch(right -> right.contains(" karpenter.sh/"));
        assertThat(without).noneMatch(right -> right.contains("karpenter.sh"));
    }

    /** Namespaced kinds by a binding in the namespace alone; the same rules, and one variable more. */
    @Test
    void namespacedOverlayBindsTheSameRulesInOneNamespace() {
        List<Map<String, Object>> base = Kubectl.kustomize("deploy/base");
        List<Map<String, Object>> namespaced = Kubectl.kustomize("deploy/namespaced");
        assertThat(Rights.given(namespaced)).isEqualTo(Rights.given(base));
        assertThat(namespaced).filteredOn(o -> "ClusterRoleBinding".equals(o.get("kind"))).extracting(KustomizeTest::name)
                .containsExactlyInAnyOrder("rayllm-operator-cluster", "rayllm-operator-karpenter");
        assertThat(namespaced).filteredOn(o -> "RoleBinding".equals(o.get("kind"))).extracting(KustomizeTest::name)
                .containsExactlyInAnyOrder("rayllm-operator", "rayllm-operator-lease", "rayllm-operator-monitoring");
    }

    @Test
    void overlayForCrdsAddsTheRightToPatchOurTwo() {
        Set<String> more = Rights.given(Kubectl.kustomize("deploy/upgrade-crds"));
        more.removeAll(Rights.given(Kubectl.kustomize("deploy/base")));
        assertThat(more).containsExactly("patch apiextensions.k8s.io/customresourcedefinitions");
    }

    /** The other way to apply: kubectl's own merge, with its copy of the object in an annotation. */
    @ParameterizedTest
    @ValueSource(strings = {"crds/", "examples/", "deploy/base"})
    void clientSideApplyWorksToo(String folder, ApiServer server, KubernetesClient client) {
        OwnCrds.install(client);
        Map<String, String> environment = Map.of("KUBECONFIG", server.kubeconfig().toString(), "NO_PROXY", "127.0.0.1");
        String flag = folder.startsWith("deploy") ? "-k" : "-f";
        String namespace = folder.startsWith("deploy") ? "rayllm-system" : client.getNamespace();
        client.resource("---\n{apiVersion: v1, kind: Namespace, metadata: {name: rayllm-system}}").serverSideApply();
        Tool.Result result = Tool.named("kubectl").result(environment, "apply", "--namespace", namespace,
                "--dry-run=server", flag, folder);
        assertThat(result.code()).as(result.err()).isZero();
    }

    @SuppressWarnings("unchecked")
    private static String name(Map<String, Object> object) {
        return (String) ((Map<String, Object>) object.get("metadata")).get("name");
    }

    private static HasMetadata apply(KubernetesClient client, Map<String, Object> object) {
        return client.resource(Serialization.asYaml(object)).forceConflicts().serverSideApply();
    }
}
