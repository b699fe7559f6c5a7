package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.Lab;
import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Nodes that serve or start stay, empty ones go, and those that are called back are given up in order. */
@EnabledIfSystemProperty(named = "rayllm.lab", matches = "true")
class NodesOnLabTest extends LabScenario {

    private static final String TWO = MISTRAL + ", scaling: {minReplicas: 1, maxReplicas: 2}, nodes: {consolidateAfter: 5s}";

    NodesOnLabTest(Lab lab, KubernetesClient client) {
        super(lab, client);
    }

    /** The node without a worker goes; the one that serves is not even considered. */
    @Test
    void fc36AnEmptyNodeGoesAndAServingOneStays() {
        on.apply("m", TWO);
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        lab.serve().load(on.namespace(), "m", 200);
        eventually(() -> assertThat(on.deployment("m").getStatus().replicas().summary()).isEqualTo("2/2"));
        lab.serve().load(on.namespace(), "m", 1);
        eventually(() -> assertThat(workers()).hasSize(1));
        String serving = workers().getFirst().getSpec().getNodeName();
        eventually(() -> assertThat(claims()).singleElement()
                .satisfies(c -> assertThat(c.getStatus().nodeName()).isEqualTo(serving)));
        assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving");
    }

    /** A starting worker has no traffic and little CPU, and its node no other pod (aws/karpenter-provider-aws#7414). */
    @Test
    void fc35AStartingNodeOutlivesConsolidation() {
        on.apply("m", MISTRAL + ", engine: {image: 'registry.example/slow-20s:1', rayVersion: '2.59.0', vllmVersion:"
                + " '0.27.0'}, nodes: {consolidateAfter: 1s}");
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/ImagePulling"));
        Set<String> first = names();
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        assertThat(names()).isEqualTo(first);
    }

    /** Drift, as after a new machine image or an edit of the pool: the mark on the pods holds their nodes. */
    @Test
    void aDriftedNodeThatServesStays() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        NodeClaim before = claims().getFirst();
        lab.cloud().drifted(GPU, "AMIDrift");
        eventually(() -> assertThat(claims().getFirst().getStatus().conditions())
                .anyMatch(c -> c.getType().equals("Drifted") && c.getStatus().equals("True")));
        eventually(() -> assertThat(events("DisruptionBlocked"))
                .anyMatch(e -> before.getMetadata().getName().equals(e.getInvolvedObject().getName())
                        && e.getMessage().contains("do-not-disrupt")));
        assertThat(claims()).singleElement().satisfies(c -> {
            assertThat(c.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
            assertThat(c.getMetadata().getDeletionTimestamp()).isNull();
        });
        assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving");
    }

    /** With a grace period Karpenter replaces drifted nodes that serve: one at a time, and each worker has a follower. */
    @Test
    void driftedNodesAreReplacedOneAfterTheOtherWhereThatIsAsked() {
        on.apply("m", MISTRAL + ", scaling: {minReplicas: 2, maxReplicas: 2}, nodes: {terminationGracePeriod: 1h, maxGpus: 4}");
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        Set<String> first = names();
        on.apply("m", MISTRAL + ", scaling: {minReplicas: 2, maxReplicas: 2}, nodes: {terminationGracePeriod: 1h, maxGpus: 4,"
                + " labels: {team: a}}");
        meanwhile(() -> {
            assertThat(claims()).filteredOn(c -> c.getMetadata().getDeletionTimestamp() != null).hasSizeLessThan(2);
            assertThat(workers()).anyMatch(Readiness::isPodReady);
        }, () -> names().size() == 2 && Collections.disjoint(names(), first));
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
    }

    /** Karpenter ends a spot node's claim on the cloud's notice. The other replica serves all along. */
    @Test
    void fc38ASpotNodeThatIsCalledBackIsSurvived() {
        on.apply("m", TWO + ", hardware: {capacityTypes: [spot]}");
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        lab.serve().load(on.namespace(), "m", 200);
        eventually(() -> assertThat(on.deployment("m").getStatus().replicas().summary()).isEqualTo("2/2"));
        Pod doomed = workers().getFirst();
        on.client().resource(claimOf(doomed)).delete();
        Runnable serves = () -> assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving");
        meanwhile(serves, () -> on.client().resource(doomed).get() == null);
        meanwhile(serves, () -> on.deployment("m").getStatus().replicas().summary().equals("2/2") && claims().size() == 2
                && claims().stream().noneMatch(c -> c.getMetadata().getDeletionTimestamp() != null));
    }

    /** With Karpenter gone the wait is said, and an administrator can end it; the machines are left to him. */
    @Test
    void fc39AnAdministratorSkipsTheWaitForNodes() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        lab.stop(Lab.Program.KARPENTER);
        try {
            on.delete("m");
            eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/WaitingForNodeClaims"));
            on.client().resource(on.deployment("m")).edit(d -> {
                d.getMetadata().setAnnotations(Map.of(Labels.SKIP_NODE_WAIT, "true"));
                return d;
            });
            eventually(() -> assertThat(on.deployment("m")).isNull());
            assertThat(on.pool("m")).isNull();
        } finally {
            lab.start(Lab.Program.KARPENTER);
        }
        eventually(() -> assertThat(claims()).isEmpty());
    }

    private NodeClaim claimOf(Pod pod) {
        return claims().stream().filter(c -> pod.getSpec().getNodeName().equals(c.getStatus().nodeName())).findFirst()
                .orElseThrow();
    }

    private Set<String> names() {
        return claims().stream().map(c -> c.getMetadata().getName()).collect(Collectors.toSet());
    }
}
