package dev.rayllm.operator.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.FailedPods;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import dev.rayllm.operator.controller.InstalledCrds;
import dev.rayllm.operator.controller.LlmDeploymentReconciler;
import dev.rayllm.operator.controller.ModelProfileReconciler;
import dev.rayllm.operator.controller.Orphans;
import dev.rayllm.operator.foreign.ray.RayCluster;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rights in deploy/ are those that the controllers use: none is missing, none is idle. The operator runs as its
 * service account against the real API server, takes a deployment from its creation to its end, and what the server's
 * audit log has of that account is compared with what the roles give. The chart gives the same rights: see ChartTest.
 */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER, ForeignCrds.PROMETHEUS})
class RightsTest {

    private static final String SYSTEM = "rayllm-system";
    private static final String ACCOUNT = "rayllm-operator";

    /** Rights that no request of the controllers shows. */
    private static final Set<String> NOT_SEEN = Set.of(
            // Only an admission plugin asks for it, which this API server does not run.
            "update rayllm.dev/llmdeployments/finalizers",
            // The SDK wants it before it starts the election, and then patches.
            "update coordination.k8s.io/leases");

    @Test
    void areThoseThatAreUsed(KubernetesClient admin, ApiServer server) throws Exception {
        OwnCrds.install(admin);
        List<Map<String, Object>> all = Kubectl.kustomize("deploy/upgrade-crds");
        all.forEach(o -> admin.resource(Serialization.asYaml(o)).forceConflicts().serverSideApply());
        admin.apiextensions().v1().customResourceDefinitions().withName(InstalledCrds.NAMES.getFirst())
                .edit(crd -> new CustomResourceDefinitionBuilder(crd).editMetadata()
                        .addToAnnotations("rayllm.dev/crd-version", "0.0.1").endMetadata().build());
        KubernetesClient client = client(admin, server);
        Operator operator = operator(admin, client);
        try {
            new InstalledCrds(client).upgrade();
            live(admin);
            Orphans.sweep(client);
        } finally {
            operator.stop();
        }
        eventually(() -> {
            AuditedRights rights = AuditedRights.of(server.auditLog(), SYSTEM, ACCOUNT);
            assertThat(rights.forbidden()).isEmpty();
            Set<String> given = Rights.given(all);
            assertThat(given).as("rights asked for, and given").containsAll(rights.used());
            Set<String> idle = new TreeSet<>(given);
            idle.removeAll(rights.used());
            assertThat(idle).as("rights given, but not used").isEqualTo(new TreeSet<>(NOT_SEEN));
        });
    }

    /** All that happens to a deployment: references, a profile, an edit, an end. */
    private static void live(KubernetesClient admin) throws Exception {
        String namespace = admin.getNamespace();
        admin.resource(new SecretBuilder().withNewMetadata().withName("hub").withNamespace(namespace).endMetadata()
                .addToStringData("token", "x").build()).create();
        admin.resource(new ConfigMapBuilder().withNewMetadata().withName("templates").withNamespace(namespace)
                .endMetadata().addToData("chat.jinja", "x").build()).create();
        admin.load(Files.newInputStream(Path.of("examples/19-own-model.yaml"))).resources()
                .filter(r -> r.item().getKind().equals("ModelProfile")).forEach(r -> r.serverSideApply());
        apply(admin, 1);
        eventually(() -> assertThat(service(admin)).isNotNull());
        kubeRay(admin, "activeServiceStatus: {rayClusterName: m-1}, pendingServiceStatus: {rayClusterName: m-2}");
        eventually(() -> assertThat(service(admin).getStatus().pendingServiceStatus()).as("dropped").isNull());
        eventually(() -> assertThat(admin.configMaps().withName("m-llm-dashboard").get()).isNotNull());
        apply(admin, 2);
        eventually(() -> assertThat(service(admin).getSpec().rayClusterConfig().workerGroupSpecs().getFirst()
                .maxReplicas()).isEqualTo(2));
        eventually(() -> assertThat(admin.resources(RayCluster.class).withName("m-1").get().getSpec().workerGroupSpecs()
                .getFirst().maxReplicas()).isEqualTo(2));
        manyEdits(admin);
        eventually(() -> assertThat(admin.resources(ModelProfile.class).withName("acme-8b").get().getStatus()).isNotNull());
        admin.resource(worker(namespace)).create();
        aWorkerFails(admin);
        admin.resources(LlmDeployment.class).withName("m").delete();
        eventually(() -> assertThat(admin.pods().withName("worker").get().getMetadata().getAnnotations())
                .doesNotContainKey(Labels.DO_NOT_DISRUPT));
        admin.pods().withName("worker").delete();
        eventually(() -> assertThat(admin.resources(LlmDeployment.class).withName("m").get()).isNull());
        admin.resources(ModelProfile.class).withName("acme-8b").delete();
    }

    /** More revisions than are kept, and one that comes back. */
    private static void manyEdits(KubernetesClient admin) {
        for (int max : new int[] {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 13}) {
            apply(admin, max);
            eventually(() -> assertThat(service(admin).getSpec().rayClusterConfig().workerGroupSpecs().getFirst()
                    .maxReplicas()).isEqualTo(max));
        }
    }

    /** Plays KubeRay: a cluster made from the service, and what it says of it. */
    private static void kubeRay(KubernetesClient admin, String status) {
        RayService service = service(admin);
        RayCluster cluster = new RayCluster();
        cluster.setMetadata(new ObjectMetaBuilder().withName("m-1").withNamespace(admin.getNamespace())
                .withLabels(service.getMetadata().getLabels()).withAnnotations(service.getMetadata().getAnnotations())
                .build());
        cluster.setSpec(service.getSpec().rayClusterConfig());
        admin.resource(cluster).create();
        admin.resource("---\n{apiVersion: ray.io/v1, kind: RayService, metadata: {name: m, namespace: "
                + admin.getNamespace() + "}, status: {observedGeneration: " + service.getMetadata().getGeneration() + ", "
                + status + "}}").patchStatus();
    }

    /** A pod as KubeRay makes it from our template; nothing runs it here. */
    private static Pod worker(String namespace) {
        return new PodBuilder().withNewMetadata().withName("worker").withNamespace(namespace)
                .withLabels(Labels.pod("m", "worker")).addToAnnotations(Labels.DO_NOT_DISRUPT, "true").endMetadata()
                .withNewSpec().addNewContainer().withName("c").withImage("example.org/c:1").endContainer().endSpec().build();
    }

    /** Then its log is read, and what KubeRay tells of its cluster. */
    private static void aWorkerFails(KubernetesClient admin) {
        FailedPods.failed(admin, admin.getNamespace(), "m", "w-1",
                "{state: {terminated: {exitCode: 137, reason: OOMKilled}}}");
        eventually(() -> assertThat(admin.resources(LlmDeployment.class).withName("m").get().getStatus().diagnosis())
                .isNotEmpty());
        admin.pods().withName("w-1").withGracePeriod(0).delete();
    }

    private static void apply(KubernetesClient admin, int maxReplicas) {
        admin.resource("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: m, namespace: "
                + admin.getNamespace() + "}, spec: {model: {profile: mistral-7b-instruct, tokenSecretRef: {name: hub, key:"
                + " token}}, engine: {chatTemplateRef: {configMap: templates, key: chat.jinja}}, fallback: {baseUrl:"
                + " 'https://api.example.com/v1', model: x, apiKeySecretRef: {name: hub, key: token}}, scaling: {maxReplicas: "
                + maxReplicas + "}}}").forceConflicts().serverSideApply();
    }

    private static RayService service(KubernetesClient admin) {
        return admin.resources(RayService.class).withName("m").get();
    }

    private static KubernetesClient client(KubernetesClient admin, ApiServer server) {
        String token = admin.serviceAccounts().inNamespace(SYSTEM).withName(ACCOUNT)
                .tokenRequest(new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec().build())
                .getStatus().getToken();
        Config config = new ConfigBuilder(Config.fromKubeconfig(server.kubeconfig().toFile()))
                .withOauthToken(token).withAutoOAuthToken(token).withNoProxy("127.0.0.1").build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static Operator operator(KubernetesClient admin, KubernetesClient client) {
        Operator operator = new Operator(o -> o.withKubernetesClient(client).withCloseClientOnStop(true)
                .checkingCRDAndValidateLocalModel(false)
                .withLeaderElectionConfiguration(LeaderElectionConfigurationBuilder
                        .aLeaderElectionConfiguration(ACCOUNT).withLeaseNamespace(SYSTEM).buildForTest(false)));
        operator.register(new LlmDeploymentReconciler(Catalog.builtIn(), PlannerSettings.standard()),
                o -> o.settingNamespace(admin.getNamespace()));
        operator.register(new ModelProfileReconciler());
        operator.start();
        return operator;
    }

    private static void eventually(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
    }
}
