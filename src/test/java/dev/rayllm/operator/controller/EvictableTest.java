package dev.rayllm.operator.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.observe.Capacity;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.observe.Capacity.Step;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** FC-36 and FC-38: which workers give way when their node goes. */
class EvictableTest {

    private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

    @Test
    void aWorkerWhoseNodeStaysIsNeverTouched() {
        assertThat(evictable(List.of(pod("a", true), pod("b", true)), stays("a"), stays("b"))).isEmpty();
    }

    @Test
    void fc38ASpotWorkerGoesAtOnce() {
        assertThat(evictable(List.of(pod("a", true)), goes("a", "spot"))).containsExactly("a");
        assertThat(evictable(List.of(pod("a", true), pod("b", false)), goes("a", "spot"), stays("b")))
                .as("its machine is switched off in two minutes, whatever the others do").containsExactly("a");
    }

    @Test
    void anotherWorkerWaitsForOneThatServesBesideIt() {
        assertThat(evictable(List.of(pod("a", true)), goes("a", "on-demand"))).as("the last one serves on").isEmpty();
        assertThat(evictable(List.of(pod("a", true), pod("b", true)), goes("a", "on-demand"), stays("b")))
                .containsExactly("a");
    }

    @Test
    void fc36OneAtATime() {
        List<NodePod> three = List.of(pod("a", true), pod("b", true), pod("c", true));
        assertThat(evictable(three, goes("a", "on-demand"), goes("b", "on-demand"), stays("c"))).containsExactly("a");
        List<NodePod> after = List.of(pod("b", true), pod("c", true), pod("new", false));
        assertThat(evictable(after, goes("b", "on-demand"), stays("c"), stays("new")))
                .as("not before the first one's replacement is ready").isEmpty();
    }

    private static Set<String> evictable(List<NodePod> pods, Claim... claims) {
        return Evictable.of(new Capacity(pods, List.of(claims), List.of()));
    }

    private static NodePod pod(String name, boolean ready) {
        return new NodePod(name, false, NOON, "node-" + name, true, ready, null, null, null);
    }

    private static Claim goes(String pod, String capacityType) {
        return new Claim("claim-" + pod, "node-" + pod, "g6.xlarge, z, " + capacityType, Step.READY, NOON, null, null, true);
    }

    private static Claim stays(String pod) {
        return new Claim("claim-" + pod, "node-" + pod, "g6.xlarge, z, on-demand", Step.READY, NOON, null, null, false);
    }
}
