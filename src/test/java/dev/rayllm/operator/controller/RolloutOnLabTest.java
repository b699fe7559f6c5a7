package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.api.v1alpha1.RevisionStatus;
import dev.rayllm.operator.cluster.Lab;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.ServeRule;
import dev.rayllm.operator.cluster.WithLab;
import dev.rayllm.operator.foreign.ray.RayCluster;
import dev.rayllm.operator.foreign.ray.WorkerGroupSpec;
import dev.rayllm.operator.plan.PlannerSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** How a change reaches what runs, with the real KubeRay and the real Karpenter. */
@Tag("lab")
@EnabledIfSystemProperty(named = "rayllm.lab", matches = "true")
@WithLab
class RolloutOnLabTest {

    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}";

    private final Lab lab;
    private final Fixtures on;
    private final Set<String> seen = new ConcurrentSkipListSet<>();
    private RunningOperator operator;

    RolloutOnLabTest(Lab lab, KubernetesClient client) {
        this.lab = lab;
        this.on = new Fixtures(client, client.getNamespace());
    }

    @BeforeEach
    void start() {
        OwnCrds.install(on.client());
        operator = RunningOperator.in(lab.server(), on.namespace(), new PlannerSettings(
                new NodeClassRef("karpenter.kwok.sh", "KWOKNodeClass", "gpu"), null, null));
    }

    @AfterEach
    void stop() {
        lab.reset();
        on.deleteAll();
        operator.close();
    }

    /** Serve would restart the only replica in place, old one first: so a second cluster comes up beside it. */
    @Test
    void anEngineArgumentGoesTheSafeWay() {
        serving("m", MISTRAL);
        String first = cluster();
        on.apply("m", MISTRAL + ", engine: {maxNumSeqs: 16}");
        eventually(() -> {
            assertThat(on.condition("m", "Ready")).as("at every moment").isEqualTo("True/Serving");
            assertThat(clusters()).hasSize(2);
        });
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        assertThat(on.service("m").getStatus().activeServiceStatus().rayClusterName()).isNotEqualTo(first);
        eventually(() -> assertThat(outcomes()).containsExactly("2 Served", "1 Served"));
    }

    /** FC-04: KubeRay never brings changed bounds to a running cluster; nothing is rolled and nothing restarts. */
    @Test
    void boundsReachTheRunningCluster() {
        serving("m", MISTRAL + ", scaling: {minReplicas: 1, maxReplicas: 2}");
        String first = cluster();
        String arguments = arguments();
        on.apply("m", MISTRAL + ", scaling: {minReplicas: 1, maxReplicas: 6}");
        eventually(() -> {
            assertThat(on.deployment("m").getStatus().observedGeneration()).isEqualTo(2);
            assertThat(on.condition("m", "Scaling")).isEqualTo("True/Autoscaling");
            assertThat(on.condition("m", "Progressing")).isEqualTo("False/UpToDate");
        });
        assertThat(cluster()).as("the same cluster").isEqualTo(first);
        assertThat(group().maxReplicas()).isEqualTo(6);
        assertThat(arguments()).as("any change of these restarts every replica").isEqualTo(arguments);
        assertThat(on.service("m").getSpec().serveConfigV2()).contains("max_replicas: 6");
    }

    /** FC-01: one replica's worth of GPUs has no room for a second cluster. */
    @Test
    void aRolloutWithoutRoomTouchesNothingAndNamesTheWaysOut() {
        serving("m", MISTRAL + ", nodes: {maxGpus: 1}");
        String first = cluster();
        long generation = on.service("m").getMetadata().getGeneration();
        on.apply("m", MISTRAL + ", nodes: {maxGpus: 1}, engine: {maxNumSeqs: 16}");
        eventually(() -> assertThat(on.condition("m", "Progressing")).isEqualTo("False/InsufficientSurgeCapacity"));
        assertThat(on.message("m", "Progressing")).contains("2 GPUs", "the pool allows 1", "nodes.maxGpus", "Recreate");
        assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving");
        assertThat(on.service("m").getMetadata().getGeneration()).as("untouched").isEqualTo(generation);
        on.apply("m", MISTRAL + ", nodes: {maxGpus: 1}, engine: {maxNumSeqs: 16}, rollout: {strategy: Recreate}");
        eventually(() -> {
            assertThat(clusters()).as("never two at once").hasSizeLessThanOrEqualTo(1);
            assertThat(on.phase("m")).isEqualTo(Phase.READY);
            assertThat(on.condition("m", "Progressing")).isEqualTo("False/UpToDate");
            assertThat(on.deployment("m").getStatus().observedGeneration()).isEqualTo(3);
        });
        assertThat(cluster()).isNotEqualTo(first);
    }

    /** FC-01: KubeRay compares a revert with the cluster that comes, and would make a third. */
    @Test
    void aRevertReturnsToTheFirstCluster() {
        serving("m", MISTRAL);
        String first = cluster();
        lab.serve().add(ServeRule.forService(on.namespace(), "m").onlyNewClusters().status("DEPLOYING", "slow"));
        on.apply("m", MISTRAL + ", engine: {maxNumSeqs: 16}");
        eventually(() -> assertThat(clusters()).hasSize(2));
        on.apply("m", MISTRAL);
        eventually(() -> {
            assertThat(on.phase("m")).isEqualTo(Phase.READY);
            assertThat(on.condition("m", "Progressing")).isEqualTo("False/UpToDate");
            assertThat(on.deployment("m").getStatus().observedGeneration()).isEqualTo(3);
        });
        assertThat(on.service("m").getStatus().activeServiceStatus().rayClusterName()).isEqualTo(first);
        assertThat(seen).as("clusters ever made").hasSize(2);
    }

    /** A change that does not come up is taken back, and not tried again until the next edit. */
    @Test
    void whatFailsIsRolledBackWhileTheOldClusterServes() {
        serving("m", MISTRAL);
        String first = cluster();
        int rule = lab.serve().add(ServeRule.forService(on.namespace(), "m").onlyNewClusters()
                .status("DEPLOY_FAILED", "Traceback\n  x\nValueError: no such tokenizer"));
        on.apply("m", MISTRAL + ", engine: {maxNumSeqs: 16}");
        eventually(() -> {
            assertThat(on.condition("m", "Ready")).as("at every moment").isEqualTo("True/Serving");
            assertThat(on.condition("m", "Progressing")).isEqualTo("False/RolledBack");
        });
        assertThat(on.message("m", "Progressing")).contains("generation 2", "revision 1", "ValueError: no such tokenizer");
        eventually(() -> {
            var pending = on.service("m").getStatus().pendingServiceStatus();
            assertThat(pending == null ? null : pending.rayClusterName()).isNullOrEmpty();
            assertThat(on.service("m").getSpec().serveConfigV2()).doesNotContain("max_num_seqs: 16\n");
            assertThat(outcomes()).containsExactly("2 Failed", "1 Served");
        });
        assertThat(on.service("m").getStatus().activeServiceStatus().rayClusterName()).isEqualTo(first);
        assertThat(on.phase("m")).isEqualTo(Phase.DEGRADED);
        lab.serve().remove(rule);
        on.apply("m", MISTRAL + ", engine: {maxNumSeqs: 24}");
        eventually(() -> assertThat(outcomes()).containsExactly("3 Served", "2 Failed", "1 Served"));
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
    }

    private void serving(String name, String spec) {
        on.apply(name, spec);
        eventually(() -> assertThat(on.phase(name)).isEqualTo(Phase.READY));
        eventually(() -> assertThat(outcomes()).containsExactly("1 Served"));
    }

    private List<String> outcomes() {
        var rollout = on.deployment("m").getStatus().rollout();
        return rollout == null ? List.of() : rollout.history().stream().map(RolloutOnLabTest::outcome).toList();
    }

    private static String outcome(RevisionStatus revision) {
        return revision.revision() + " " + revision.outcome();
    }

    private List<RayCluster> clusters() {
        List<RayCluster> clusters = on.client().resources(RayCluster.class).inNamespace(on.namespace()).list().getItems();
        clusters.forEach(c -> seen.add(c.getMetadata().getName()));
        return clusters;
    }

    /** Name of the only cluster. */
    private String cluster() {
        assertThat(clusters()).hasSize(1);
        return clusters().getFirst().getMetadata().getName();
    }

    private WorkerGroupSpec group() {
        return clusters().getFirst().getSpec().workerGroupSpecs().getFirst();
    }

    private String arguments() {
        String config = on.service("m").getSpec().serveConfigV2();
        return config.substring(config.indexOf("args:"), config.indexOf("deployments:"));
    }
}
