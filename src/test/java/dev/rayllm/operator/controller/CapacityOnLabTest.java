package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.Lab;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What users see when nodes do not come; the cloud behind the real Karpenter is made to fail. */
@EnabledIfSystemProperty(named = "rayllm.lab", matches = "true")
class CapacityOnLabTest extends LabScenario {

    private static final String TWO_NODES = "model: {profile: llama-3.1-70b-instruct}, hardware: {instanceTypes:"
            + " [g5.12xlarge]}, engine: {pipelineParallelSize: 2}, nodes: {maxGpus: 8}";

    CapacityOnLabTest(Lab lab, KubernetesClient client) {
        super(lab, client);
    }

    /** As on AWS, a type without capacity is not planned with for a while, and Karpenter then speaks of labels. */
    @Test
    void fc34SoldOutIsSaidAndStaysSaid() {
        lab.cloud().insufficientCapacity(GPU, "with fleet error(s), InsufficientInstanceCapacity: We currently do not have"
                + " sufficient g6.xlarge capacity in the Availability Zone you requested (us-east-1a).");
        lab.cloud().unavailableFor(GPU, Duration.ofSeconds(10));
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/InsufficientCapacity"));
        assertThat(on.message("m", "CapacityReady")).contains("1 of 1 worker waits", "g6.xlarge", "What to do");
        eventually(() -> assertThat(on.message("m", "CapacityReady")).containsPattern("[2-9] launches"));
        assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/InsufficientCapacity");
        assertThat(on.condition("m", "Ready")).as("where users look").isEqualTo("False/InsufficientCapacity");
        assertThat(on.phase("m")).isEqualTo(Phase.PROVISIONING);
        lab.cloud().reset();
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        assertThat(on.condition("m", "CapacityReady")).isEqualTo("True/NodePoolReady");
    }

    /** A quota is no shortage, and a launch that is refused otherwise is no quota. */
    @Test
    void fc34QuotaAndRefusedLaunchesAreOtherReasons() {
        lab.cloud().insufficientCapacity(GPU, "with fleet error(s), VcpuLimitExceeded: You have requested more vCPU capacity"
                + " than your current vCPU limit of 0 allows for the instance bucket");
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/QuotaExceeded"));
        assertThat(on.message("m", "CapacityReady")).contains("limit of 0", "Service Quotas");
        lab.cloud().reset();
        lab.cloud().createError(GPU, "Unauthorized", "User is not authorized to perform this operation because no"
                + " identity-based policy allows it");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/LaunchFailed"));
        assertThat(on.message("m", "CapacityReady")).contains("not authorized", "Karpenter's role");
    }

    /** The first replica serves on, the second says what stops it. */
    @Test
    void fc32APoolLimitIsNamed() {
        on.apply("m", MISTRAL + ", scaling: {minReplicas: 1, maxReplicas: 2}, nodes: {maxGpus: 1}");
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        lab.serve().load(on.namespace(), "m", 200);
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/PoolLimitReached"));
        assertThat(on.message("m", "CapacityReady")).contains("1 of 2 workers waits", "may hold 1 GPUs", "nodes.maxGpus");
        assertThat(on.condition("m", "Ready")).isEqualTo("True/Serving");
        on.apply("m", MISTRAL + ", scaling: {minReplicas: 1, maxReplicas: 2}, nodes: {maxGpus: 2}");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("True/NodePoolReady"));
    }

    /** No second node is ordered meanwhile. */
    @Test
    void fc30ANodeWithoutGpusIsNamed() {
        lab.cloud().missingResources(GPU, "nvidia.com/gpu");
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/NodeProvisioning"));
        eventually(() -> assertThat(on.message("m", "CapacityReady")).contains("joined at"));
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/GpuNotAdvertised"));
        assertThat(on.message("m", "CapacityReady")).contains("g6.xlarge", "device plugin", "taint nvidia.com/gpu");
        assertThat(claims()).hasSize(1);
    }

    @Test
    void aNodeClassThatIsNotReadyIsNamed() {
        lab.cloud().notReady(GPU, "SubnetsNotFound", "SubnetSelector did not match any Subnets");
        on.apply("m", MISTRAL);
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/NodeClassNotReady"));
        assertThat(on.message("m", "CapacityReady")).contains("KWOKNodeClass gpu");
        eventually(() -> assertThat(on.condition("m", "Ready")).as("where users look").isEqualTo("False/NodeClassNotReady"));
        lab.cloud().reset();
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
    }

    /** The head does not fall back to a GPU node. */
    @Test
    void fc08AHeadThatFitsNowhereIsNamed() {
        on.apply("m", MISTRAL + ", nodes: {headNodeSelector: {team: nobody}}");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/NoNodeForHead"));
        assertThat(on.message("m", "CapacityReady")).contains("headNodeSelector");
    }

    @Test
    void fc20HalfAReplicaIsCounted() {
        on.apply("m", TWO_NODES);
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        assertThat(claims()).hasSize(2);
        lab.cloud().insufficientCapacity(GPU, "no capacity");
        Pod lost = workers().getFirst();
        on.client().resource(claims().stream().filter(c -> lost.getSpec().getNodeName().equals(c.getStatus().nodeName()))
                .findFirst().orElseThrow()).delete();
        on.client().resource(lost).delete();
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/PartialGroup"));
        eventually(() -> assertThat(on.message("m", "CapacityReady")).contains("1 of 2 nodes of a replica",
                "InsufficientCapacity"));
        assertThat(on.condition("m", "Ready")).startsWith("False/");
        lab.cloud().reset();
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
    }

    /** With L4 sold out the next accepted GPU is taken, and that is recorded. */
    @Test
    void fc34TheNextGpuIsTriedAfterTheDeadline() {
        lab.cloud().insufficientCapacity(GPU, "no capacity", "g6.*");
        on.apply("m", MISTRAL + ", hardware: {gpus: [L4, A10G]}, rollout: {capacityDeadline: 5s}");
        eventually(() -> assertThat(on.condition("m", "CapacityReady")).isEqualTo("False/InsufficientCapacity"));
        eventually(() -> assertThat(on.phase("m")).isEqualTo(Phase.READY));
        assertThat(on.deployment("m").getStatus().capacity().tried()).singleElement()
                .satisfies(t -> assertThat(t.gpu()).isEqualTo("L4"));
        assertThat(on.deployment("m").getStatus().plan().gpu()).isEqualTo("A10G");
        assertThat(claims()).as("nothing of the first try has taken a machine").singleElement()
                .satisfies(c -> assertThat(c.getMetadata().getLabels().get("node.kubernetes.io/instance-type"))
                        .startsWith("g5."));
    }
}
