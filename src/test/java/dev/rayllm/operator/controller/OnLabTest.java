package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.Lab;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.ServeRule;
import dev.rayllm.operator.cluster.WithLab;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The operator with the real KubeRay and the real Karpenter; only nodes, pods and Ray itself are simulated. */
@Tag("lab")
@EnabledIfSystemProperty(named = "rayllm.lab", matches = "true")
@WithLab
class OnLabTest {

    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}";

    private final Lab lab;
    private final Fixtures on;
    private RunningOperator operator;

    OnLabTest(Lab lab, KubernetesClient client) {
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

    @Test
    void fromZeroToServingAndBackToNothing() {
        on.apply("m", MISTRAL);
        List<Phase> seen = new ArrayList<>();
        eventually(() -> {
            Phase phase = on.phase("m");
            if (seen.isEmpty() || seen.get(seen.size() - 1) != phase) {
                seen.add(phase);
            }
            assertThat(phase).isEqualTo(Phase.READY);
        });
        assertThat(seen).as("phases on the way").endsWith(Phase.STARTING, Phase.READY).contains(Phase.PROVISIONING);
        assertThat(on.condition("m", "CapacityReady")).isEqualTo("True/NodePoolReady");
        assertThat(on.deployment("m").getStatus().replicas().summary()).isEqualTo("1/1");
        assertThat(workers()).singleElement().satisfies(pod -> {
            Node node = on.client().nodes().withName(pod.getSpec().getNodeName()).get();
            assertThat(node.getMetadata().getLabels())
                    .containsEntry(Labels.POOL, Names.nodePool(on.namespace(), "m"))
                    .containsEntry("node.kubernetes.io/instance-type", "g6.xlarge");
        });
        Pod head = pods("head").get(0);
        assertThat(on.client().nodes().withName(head.getSpec().getNodeName()).get().getStatus().getCapacity())
                .as("the head keeps off GPU nodes").doesNotContainKey("nvidia.com/gpu");
        on.deleteAll();
        assertThat(on.service("m")).isNull();
        assertThat(on.pool("m")).isNull();
        assertThat(workers()).isEmpty();
        assertThat(gpuNodes()).isEmpty();
    }

    @Test
    void aRolloutServesAllAlongAndAFailedOneSaysWhy() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        on.apply("m", MISTRAL + ", engine: {runtime: '2.58'}");
        eventually(() -> {
            assertThat(on.condition("m", "Ready")).as("at every moment").isEqualTo("True/Serving");
            assertThat(on.phase("m")).isEqualTo(Phase.UPDATING);
        });
        assertThat(on.condition("m", "Progressing")).isEqualTo("True/RollingOut");
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        assertThat(on.condition("m", "Progressing")).isEqualTo("False/UpToDate");
    }

    @Test
    void aModelThatDoesNotDeploySaysWhy() {
        lab.serve().add(ServeRule.forService(on.namespace(), "m")
                .status("DEPLOY_FAILED", "Traceback (most recent call last)\n  x\nValueError: no such tokenizer"));
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "Ready")).isEqualTo("False/DeployFailed"));
        assertThat(on.message("m", "Ready")).contains("ValueError: no such tokenizer");
        assertThat(on.phase("m")).isEqualTo(Phase.FAILED);
    }

    @Test
    void suspendingFreesEveryGpuNode() {
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        on.apply("m", MISTRAL + ", suspend: true");
        eventually(() -> assertThat(gpuNodes()).isEmpty());
        assertThat(on.condition("m", "Ready")).isEqualTo("False/Suspended");
        on.apply("m", MISTRAL + ", suspend: false");
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
    }

    private List<Pod> workers() {
        return pods("worker");
    }

    private List<Pod> pods(String role) {
        return on.client().pods().inNamespace(on.namespace()).withLabel(Labels.ROLE, role).list().getItems();
    }

    private List<Node> gpuNodes() {
        return on.client().nodes().withLabel(Labels.POOL, Names.nodePool(on.namespace(), "m")).list().getItems();
    }
}
