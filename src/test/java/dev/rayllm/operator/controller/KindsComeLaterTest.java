package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** KubeRay and Karpenter may be absent and may come later: the same process then goes on. FC-45. */
@Tag("apiserver")
@WithApiServer
class KindsComeLaterTest {

    private static final List<String> FOREIGN = List.of("rayservices.ray.io", "rayclusters.ray.io",
            "nodepools.karpenter.sh", "nodeclaims.karpenter.sh");

    private Fixtures on;
    private RunningOperator operator;

    @BeforeEach
    void start(KubernetesClient client, ApiServer server) {
        OwnCrds.install(client);
        var crds = client.apiextensions().v1().customResourceDefinitions();
        FOREIGN.forEach(name -> crds.withName(name).delete());
        eventually(() -> assertThat(FOREIGN).allMatch(name -> crds.withName(name).get() == null));
        on = new Fixtures(client, server.namespace("late"));
        operator = RunningOperator.in(on.namespace());
    }

    @AfterEach
    void stop(KubernetesClient client) {
        on.deleteAll();
        operator.close();
        ForeignCrds.KUBERAY.install(client);
        ForeignCrds.KARPENTER.install(client);
    }

    @Test
    void kindsThatComeLaterAreUsedWithoutRestart(KubernetesClient client) {
        on.apply("m", "model: {profile: mistral-7b-instruct}");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/KarpenterNotInstalled"));
        assertThat(on.condition("m", "Ready")).isEqualTo("False/KubeRayNotInstalled");
        assertThat(on.condition("m", "Accepted")).isEqualTo("True/Planned");
        ForeignCrds.KUBERAY.install(client);
        eventually(() -> assertThat(on.service("m")).isNotNull());
        assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/KarpenterNotInstalled");
        ForeignCrds.KARPENTER.install(client);
        eventually(() -> assertThat(on.pool("m")).isNotNull());
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("Unknown/Waiting"));
    }

    @Test
    void deletionDoesNotWaitForKindsThatAreNotThere() {
        on.apply("m", "model: {profile: mistral-7b-instruct}");
        eventually(() -> assertThat(on.condition("m", "Accepted")).isEqualTo("True/Planned"));
        on.delete("m");
        eventually(() -> assertThat(on.deployment("m")).isNull());
    }

    @Test
    void existingNodesNeedNoKarpenter() {
        on.apply("m", "model: {profile: mistral-7b-instruct}, nodes: {mode: Existing}");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("True/ExistingNodes"));
    }
}
