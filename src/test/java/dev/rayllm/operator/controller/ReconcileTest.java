package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole path on a real API server with the real CRDs of KubeRay and Karpenter; the test plays their operators. */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER})
class ReconcileTest {

    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}";
    private static final String SERVING = "numServeEndpoints: 2, activeServiceStatus: {rayClusterName: c1, rayClusterStatus:"
            + " {desiredWorkerReplicas: 1, readyWorkerReplicas: 1}, applicationStatuses: {llm: {status: RUNNING,"
            + " serveDeploymentStatuses: {'LLMServer:m': {status: HEALTHY}}}}}";

    private Fixtures on;
    private RunningOperator operator;

    @BeforeAll
    static void installCrds(KubernetesClient client) {
        OwnCrds.install(client);
    }

    @BeforeEach
    void start(KubernetesClient client, ApiServer server) {
        on = new Fixtures(client, server.namespace("llm"));
        operator = RunningOperator.in(on.namespace());
    }

    @AfterEach
    void stop(KubernetesClient client) {
        on.deleteAll();
        operator.close();
    }

    @Test
    void appliesWhatIsRendered() {
        on.apply("m", MISTRAL + ", hardware: {gpus: [A10G]}, scaling: {maxReplicas: 3}");
        eventually(() -> assertThat(on.condition("m", "Accepted")).isEqualTo("True/Planned"));
        RayService service = on.service("m");
        NodePool pool = on.pool("m");
        assertThat(service.getMetadata().getOwnerReferences()).singleElement()
                .satisfies(o -> assertThat(o.getKind()).isEqualTo("LlmDeployment"));
        assertThat(pool.getMetadata().getOwnerReferences()).isEmpty();
        assertThat(pool.getMetadata().getLabels()).containsEntry(Labels.NAMESPACE, on.namespace())
                .containsEntry(Labels.OWNER_UID, on.deployment("m").getMetadata().getUid());
        assertThat(pool.getSpec().limits().get("nvidia.com/gpu").getAmount()).isEqualTo("4");
        assertThat(service.getSpec().rayClusterConfig().workerGroupSpecs()).singleElement()
                .satisfies(g -> assertThat(g.minReplicas() + "-" + g.maxReplicas()).isEqualTo("1-3"));
        var status = on.deployment("m").getStatus();
        assertThat(status.observedGeneration()).isEqualTo(1);
        assertThat(status.plan().shape()).isEqualTo("1×A10G");
        assertThat(status.plan().instanceTypes()).startsWith("g5.xlarge");
        assertThat(status.endpoint()).isEqualTo("http://m-serve-svc." + on.namespace() + ".svc:8000/v1");
        assertThat(on.deployment("m").getSpec()).as("the user's spec is never written")
                .isEqualTo(Serialization.unmarshal("---\n{model: {profile: mistral-7b-instruct}, hardware: {gpus: [A10G]},"
                        + " scaling: {maxReplicas: 3}}", dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec.class));
    }

    @Test
    void fiftyFurtherPassesWriteNothing(KubernetesClient client) {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/WaitingForRayService"));
        settle();
        int passes = operator.passes();
        int writes = operator.writes().size();
        for (int i = 1; i <= 50; i++) {
            String tick = Integer.toString(i);
            client.resources(RayService.class).inNamespace(on.namespace()).withName("m").edit(s -> {
                s.getMetadata().getAnnotations().put("test/tick", tick);
                return s;
            });
            int wanted = passes + i;
            Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> operator.passes() >= wanted);
        }
        settle();
        assertThat(operator.passes()).isGreaterThanOrEqualTo(passes + 50);
        assertThat(operator.writes()).as("writes after 50 more passes").hasSize(writes);
    }

    @Test
    void readyComesFromWhatTheChildrenShow() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.service("m")).isNotNull());
        on.kubeRaySays("m", "pendingServiceStatus: {rayClusterName: c1, rayClusterStatus: {desiredWorkerReplicas: 1}}");
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/NodeProvisioning"));
        on.kubeRaySays("m", "pendingServiceStatus: {rayClusterName: c1, rayClusterStatus: {desiredWorkerReplicas: 1,"
                + " readyWorkerReplicas: 1}, applicationStatuses: {llm: {status: DEPLOYING}}}");
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/Starting"));
        assertThat(on.phase("m")).isEqualTo(Phase.STARTING);
        on.kubeRaySays("m", SERVING);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving"));
        assertThat(on.phase("m")).isEqualTo(Phase.READY);
        assertThat(on.condition("m", "Progressing")).isEqualTo("False/UpToDate");
        assertThat(on.deployment("m").getStatus().replicas().summary()).isEqualTo("1/1");
        on.kubeRaySays("m", SERVING.replace("RUNNING", "DEPLOY_FAILED, message: \"Traceback\\n  x\\nValueError: no\""));
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/DeployFailed"));
        assertThat(on.message("m", "Ready")).contains("ValueError: no").doesNotContain("Traceback");
        on.kubeRaySays("m", SERVING.replace("RUNNING", "RUNNING").replace("numServeEndpoints: 2", "numServeEndpoints: 0"));
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/NoEndpoints"));
    }

    @Test
    void refusedEditLeavesChildrenAlone() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.service("m")).isNotNull());
        on.kubeRaySays("m", SERVING);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving"));
        settle();
        String service = on.service("m").getMetadata().getResourceVersion();
        String pool = on.pool("m").getMetadata().getResourceVersion();
        on.apply("m", MISTRAL + ", engine: {tensorParallelSize: 3}");
        eventually(() -> assertThat(on.condition("m", "Accepted")).isEqualTo("False/TensorParallelInvalid"));
        settle();
        assertThat(on.message("m", "Accepted")).contains("spec.engine.tensorParallelSize: 3", "32");
        assertThat(on.service("m").getMetadata().getResourceVersion()).isEqualTo(service);
        assertThat(on.pool("m").getMetadata().getResourceVersion()).isEqualTo(pool);
        assertThat(on.condition("m", "Ready")).startsWith("True/");
        assertThat(on.phase("m")).isEqualTo(Phase.DEGRADED);
        assertThat(on.deployment("m").getStatus().plan()).as("the plan of what runs").isNotNull();
    }

    @Test
    void deleteLeavesNothing() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.pool("m")).isNotNull());
        on.delete("m");
        eventually(() -> assertThat(on.deployment("m")).isNull());
        assertThat(on.service("m")).isNull();
        assertThat(on.pool("m")).isNull();
    }

    @RepeatedTest(3)
    void objectsOfASecondLeaveNothing(KubernetesClient client) {
        for (int i = 0; i < 10; i++) {
            on.apply("short-" + i, MISTRAL);
            if (i % 2 == 0) {
                Awaitility.await().pollDelay(Duration.ofMillis(40L * i)).until(() -> true);
            }
            on.delete("short-" + i);
        }
        eventually(() -> assertThat(client.resources(LlmDeployment.class).inNamespace(on.namespace()).list().getItems())
                .isEmpty());
        settle();
        assertThat(client.resources(RayService.class).inNamespace(on.namespace()).list().getItems())
                .extracting(s -> s.getMetadata().getName()).as(() -> String.join("\n", operator.writes())).isEmpty();
        assertThat(client.resources(NodePool.class).withLabel(Labels.NAMESPACE, on.namespace()).list().getItems())
                .extracting(p -> p.getMetadata().getName()).isEmpty();
    }

    @Test
    void suspendFreesEverythingAndResumes() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.service("m")).isNotNull());
        on.apply("m", MISTRAL + ", suspend: true");
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/Suspended"));
        eventually(() -> assertThat(on.service("m")).isNull());
        eventually(() -> assertThat(on.pool("m")).isNull());
        assertThat(on.phase("m")).isEqualTo(Phase.SUSPENDED);
        on.apply("m", MISTRAL + ", suspend: false");
        eventually(() -> assertThat(on.service("m")).isNotNull());
        eventually(() -> assertThat(on.pool("m")).isNotNull());
    }

    @Test
    void missingTokenSecretComesLater(KubernetesClient client) {
        on.apply("m", "model: {profile: mistral-7b-instruct, tokenSecretRef: {name: hub, key: token}}");
        eventually(() -> assertThat(on.condition("m", "Accepted")).isEqualTo("False/TokenSecretMissing"));
        assertThat(on.message("m", "Accepted")).contains("'hub'", on.namespace());
        assertThat(on.service("m")).isNull();
        assertThat(on.pool("m")).as("no node is paid for").isNull();
        client.resource(new SecretBuilder().withNewMetadata().withName("hub").withNamespace(on.namespace()).endMetadata()
                .withStringData(Map.of("token", "s3cr3t-value")).build()).create();
        eventually(() -> assertThat(on.service("m")).isNotNull());
        String all = Serialization.asYaml(List.of(on.service("m"), on.pool("m"), on.deployment("m")));
        assertThat(all).doesNotContain("s3cr3t-value").contains("HF_TOKEN");
        assertThat(Serialization.asYaml(client.v1().events().inNamespace(on.namespace()).list()))
                .doesNotContain("s3cr3t-value");
    }

    @Test
    void changedDefaultsReachWhatRunsOnlyWithAnEdit() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/WaitingForRayService"));
        on.kubeRaySays("m", SERVING);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving"));
        operator.close();
        String service = on.service("m").getMetadata().getResourceVersion();
        operator = RunningOperator.in(on.namespace(),
                new PlannerSettings(new NodeClassRef("karpenter.k8s.aws", "EC2NodeClass", "other"), "2.58", null));
        eventually(() -> assertThat(on.condition("m", "Progressing")).isEqualTo("False/RendererUpdateDeferred"));
        assertThat(on.service("m").getMetadata().getResourceVersion()).isEqualTo(service);
        assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving");
        assertThat(on.deployment("m").getStatus().plan().runtime()).contains("2.59");
        on.apply("m", MISTRAL + ", scaling: {maxReplicas: 2}");
        eventually(() -> assertThat(on.service("m").getSpec().rayClusterConfig().rayVersion()).startsWith("2.58"));
    }

    @Test
    void poolOfAnEarlierNamesakeIsNotTouched(KubernetesClient client) {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.pool("m")).isNotNull());
        NodePool stranger = on.pool("m");
        on.delete("m");
        eventually(() -> assertThat(on.deployment("m")).isNull());
        stranger.getMetadata().setResourceVersion(null);
        stranger.getMetadata().setManagedFields(null);
        stranger.getMetadata().getLabels().put(Labels.OWNER_UID, "an-earlier-one");
        client.resource(stranger).create();
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/NodePoolConflict"));
        assertThat(on.message("m", "CapacityReady")).contains(Names.nodePool(on.namespace(), "m"));
        assertThat(on.pool("m").getMetadata().getLabels()).containsEntry(Labels.OWNER_UID, "an-earlier-one");
        on.delete("m");
        eventually(() -> assertThat(on.deployment("m")).isNull());
        assertThat(on.pool("m")).as("not ours to delete").isNotNull();
        client.resource(on.pool("m")).delete();
    }

    /** Somebody else's RayService of our name: nothing is fought over, nothing is made, and the status says why. */
    @Test
    void anothersRayServiceIsLeftAlone() {
        RayService other = Serialization.unmarshal("---\n{apiVersion: ray.io/v1, kind: RayService, metadata: {name: m, namespace: "
                + on.namespace() + "}, spec: {serveConfigV2: 'x: 1', rayClusterConfig: {headGroupSpec: {template: {spec:"
                + " {containers: [{name: h, image: 'r:1'}]}}}}}}", RayService.class);
        on.client().resource(other).create();
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/RayServiceConflict"));
        assertThat(on.condition("m", "Accepted")).isEqualTo("True/Planned");
        assertThat(on.pool("m")).as("nothing is bought for it").isNull();
        assertThat(on.service("m").getSpec().serveConfigV2()).isEqualTo("x: 1");
        on.client().resource(other).delete();
        eventually(() -> assertThat(on.service("m")).isNotNull()
                .satisfies(s -> assertThat(s.getMetadata().getOwnerReferences()).hasSize(1)));
    }

    /** Suspending needs no plan; a status that says "no GPU is held" while they are would cost money. */
    @Test
    void aRefusedSpecSuspendsAllTheSame() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.service("m")).isNotNull());
        on.apply("m", MISTRAL + ", engine: {tensorParallelSize: 3}, suspend: true");
        eventually(() -> {
            assertThat(on.service("m")).isNull();
            assertThat(on.pool("m")).isNull();
            assertThat(on.condition("m", "Ready")).isEqualTo("False/Suspended");
        });
        assertThat(on.phase("m")).isEqualTo(Phase.SUSPENDED);
    }

    @Test
    void existingNodesNeedNoPool() {
        on.apply("m", MISTRAL + ", nodes: {mode: Existing}");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("True/ExistingNodes"));
        assertThat(on.service("m")).isNotNull();
        assertThat(on.pool("m")).isNull();
    }

    @Test
    void aPoolGoesWhenNodesAreThereAlready() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.pool("m")).isNotNull());
        // The two children are made side by side: neither says that the other is there.
        eventually(() -> assertThat(on.service("m")).isNotNull());
        on.kubeRaySays("m", SERVING);
        eventually(() -> assertThat(on.condition("m", "Progressing")).isEqualTo("False/UpToDate"));
        on.apply("m", MISTRAL + ", nodes: {mode: Existing}");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("True/ExistingNodes"));
        assertThat(on.condition("m", "Progressing")).isEqualTo("True/RollingOut");
        assertThat(on.pool("m")).as("its nodes still serve").isNotNull();
        on.kubeRaySays("m", SERVING);
        eventually(() -> assertThat(on.pool("m")).as("the new generation serves").isNull());
    }

    @Test
    void withoutKarpenterNoPoolIsMadeOrLookedFor() {
        operator.close();
        operator = RunningOperator.in(on.namespace(), new PlannerSettings(null, null, null, false));
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "Accepted")).isEqualTo("False/KarpenterNotInstalled"));
        on.apply("m", MISTRAL + ", nodes: {mode: Existing}");
        eventually(() -> assertThat(on.service("m")).isNotNull());
    }

    @Test
    void outsideEditsOfChildrenAreSetBack(KubernetesClient client) {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.pool("m")).isNotNull());
        client.resources(NodePool.class).withName(Names.nodePool(on.namespace(), "m")).edit(p -> {
            p.getSpec().limits().put("nvidia.com/gpu", new io.fabric8.kubernetes.api.model.Quantity("99"));
            return p;
        });
        eventually(() -> assertThat(on.pool("m").getSpec().limits().get("nvidia.com/gpu").getAmount()).isEqualTo("2"));
    }

    @Test
    void aPoolWhoseDeploymentIsGoneIsSwept(KubernetesClient client) {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.pool("m")).isNotNull());
        NodePool orphan = on.pool("m");
        orphan.getMetadata().setName(orphan.getMetadata().getName() + "x");
        orphan.getMetadata().setResourceVersion(null);
        orphan.getMetadata().setManagedFields(null);
        orphan.getMetadata().getLabels().put(Labels.DEPLOYMENT, "gone");
        client.resource(orphan).create();
        assertThat(Orphans.sweep(client)).isEqualTo(1);
        assertThat(client.resource(orphan).get()).isNull();
        assertThat(on.pool("m")).as("its deployment is there").isNotNull();
    }

    /** Lets passes that are under way end. */
    private void settle() {
        Awaitility.await().during(Duration.ofMillis(1500)).atMost(Duration.ofSeconds(20)).until(new java.util.concurrent.Callable<>() {
            private int before = operator.passes();

            @Override
            public Boolean call() {
                int now = operator.passes();
                boolean same = now == before;
                before = now;
                return same;
            }
        });
    }
}
