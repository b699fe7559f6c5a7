package dev.rayllm.operator.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.controller.Teardown.Remaining;
import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a deletion says of nodes that are still there. It began at noon. */
class NodesLeftTest {

    private static final LlmDeployment GOING = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind:"
            + " LlmDeployment, metadata: {name: m, deletionTimestamp: '2026-12-01T12:00:00Z'}}", LlmDeployment.class);

    @Test
    void fc39NodesThatStayAreNamedAfterAQuarterOfAnHour() {
        List<NodeClaim> claims = List.of(claim("late", "12:05:00"), claim("later", "12:10:00"));
        assertThat(after("12:20:00", claims).orElseThrow().reason()).isEqualTo(Reason.WAITING_FOR_NODE_CLAIMS);
        assertThat(after("12:20:00", claims).orElseThrow().message()).contains("2 nodes", "late, later");
        Remaining remaining = after("12:21:00", claims).orElseThrow();
        assertThat(remaining.reason()).isEqualTo(Reason.NODES_STILL_RUNNING);
        assertThat(remaining.message()).contains("1 node should", "late", "rayllm.dev/skip-node-wait=true")
                .doesNotContain("later");
    }

    /** Where nothing collects garbage, nobody has told the machine; it runs all the same. */
    @Test
    void aMachineThatNobodyToldIsCountedFromTheDeletion() {
        NodeClaim untold = Serialization.unmarshal("---\n{apiVersion: karpenter.sh/v1, kind: NodeClaim, metadata: {name: u}}",
                NodeClaim.class);
        assertThat(after("12:16:00", List.of(untold)).orElseThrow().reason()).isEqualTo(Reason.NODES_STILL_RUNNING);
    }

    @Test
    void withoutNodesNothingIsWaitedFor() {
        assertThat(after("12:30:00", List.of())).isEmpty();
    }

    private static Optional<Remaining> after(String time, List<NodeClaim> claims) {
        return new NodesLeft(GOING, Instant.parse("2026-12-01T" + time + "Z")).of(claims);
    }

    private static NodeClaim claim(String name, String asked) {
        return Serialization.unmarshal("---\n{apiVersion: karpenter.sh/v1, kind: NodeClaim, metadata: {name: " + name
                + ", deletionTimestamp: '2026-12-01T" + asked + "Z'}}", NodeClaim.class);
    }
}
