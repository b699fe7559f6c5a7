package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Diagnosis;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.FailedPods;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What pods, KubeRay's events and Ray Serve say comes to status, conditions and events; the test plays the three. */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER})
class DiagnosisTest {

    private static final String COMING = "pendingServiceStatus: {rayClusterName: c1, rayClusterStatus:"
            + " {desiredWorkerReplicas: 1, readyWorkerReplicas: 0}}";
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
        on.apply("m", "model: {profile: mistral-7b-instruct}");
        eventually(() -> assertThat(on.service("m")).isNotNull());
    }

    @AfterEach
    void stop() {
        on.client().pods().inNamespace(on.namespace()).withGracePeriod(0).delete();
        on.deleteAll();
        operator.close();
    }

    @Test
    void aPodThatFailsIsDiagnosedUntilAllIsWell() {
        FailedPods.failed(on.client(), on.namespace(), "m", "w-1", "{state: {waiting: {reason: ErrImagePull, message:"
                + " 'failed to resolve reference \"x\": pull access denied, repository does not exist or may require"
                + " authorization'}}}");
        on.kubeRaySays("m", COMING);
        eventually(() -> assertThat(codes()).containsExactly("ImageAccessDenied"));
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/WorkerFailing"));
        assertThat(on.message("m", "Ready")).startsWith("ImageAccessDenied: ").contains("engine.image");
        assertThat(diagnosis().getFirst().pod()).isEqualTo("w-1");
        eventually(() -> assertThat(on.client().v1().events().inNamespace(on.namespace()).list().getItems())
                .anySatisfy(e -> assertThat(e.getType() + e.getReason()).isEqualTo("WarningImageAccessDenied")));
        FailedPods.state(on.client(), on.namespace(), "w-1", "{state: {running: {startedAt: '2026-11-30T09:11:40Z'}}}");
        on.kubeRaySays("m", SERVING);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving"));
        assertThat(codes()).isEmpty();
    }

    /** Workers do not restart under the second autoscaler: KubeRay deletes them, and its event is all that stays. */
    @Test
    void aWorkerThatIsGoneIsDiagnosedFromKubeRaysEvent() {
        FailedPods.failed(on.client(), on.namespace(), "m", "w-2", "{state: {waiting: {reason: ContainerCreating}}}");
        FailedPods.deleted(on.client(), on.namespace(), "w-1", 137, "OOMKilled");
        on.kubeRaySays("m", COMING);
        eventually(() -> assertThat(codes()).containsExactly("WorkerOOMKilled"));
        assertThat(diagnosis().getFirst().pod()).isEqualTo("w-1");
    }

    @Test
    void rayServesWordsAreDiagnosedAndNothingIsWrittenTwice() {
        on.kubeRaySays("m", "pendingServiceStatus: {rayClusterName: c1, rayClusterStatus: {desiredWorkerReplicas: 1,"
                + " readyWorkerReplicas: 1}, applicationStatuses: {llm: {status: DEPLOY_FAILED, message: \"ValueError: The"
                + " model's max seq len (8192) is larger than the maximum number of tokens that can be stored in KV cache"
                + " (2400). Try\"}}}");
        eventually(() -> assertThat(codes()).containsExactly("KvCacheTooSmall"));
        assertThat(on.condition("m", "Ready")).isEqualTo("False/DeployFailed");
        assertThat(on.message("m", "Ready")).contains("set workload.contextLength".substring(4), "2400");
        settle();
        int writes = operator.writes().size();
        int passes = operator.passes();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> operator.passes() >= passes + 3);
        assertThat(operator.writes()).hasSize(writes);
    }

    private void settle() {
        int[] seen = {-1};
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofSeconds(2)).until(() -> {
            int before = seen[0];
            seen[0] = operator.writes().size();
            return seen[0] == before;
        });
    }

    private List<Diagnosis> diagnosis() {
        var status = on.deployment("m").getStatus();
        return status == null ? List.of() : status.diagnosis();
    }

    private List<String> codes() {
        return diagnosis().stream().map(Diagnosis::code).toList();
    }
}
