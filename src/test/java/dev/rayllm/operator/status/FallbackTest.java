package dev.rayllm.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.CapacityStatus;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.TriedOption;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.observe.Capacity;
import dev.rayllm.operator.observe.Capacity.LaunchFailure;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Pool;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.rollout.History;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From a clock, a status and an observation to the next option: bounded, and never from under a worker that serves. */
class FallbackTest {

    private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
    private static final Planner PLANNER = new Planner(Catalog.builtIn(), PlannerSettings.standard());

    @Test
    void theNextGpuIsTriedAfterTheDeadlineAndStaysUntilAnEdit() {
        LlmDeployment deployment = deployment("hardware: {gpus: [L4, A10G]}");
        assertThat(gpu(deployment)).isEqualTo("L4");
        pass(deployment, soldOut(), 0);
        assertThat(deployment.getStatus().capacity().missingSince()).isEqualTo("2026-12-01T12:00:00Z");
        pass(deployment, soldOut(), 599);
        assertThat(gpu(deployment)).as("within ten minutes").isEqualTo("L4");
        pass(deployment, soldOut(), 600);
        assertThat(deployment.getStatus().capacity().tried()).singleElement().satisfies(t -> {
            assertThat(t.gpu()).isEqualTo("L4");
            assertThat(t.instanceTypes()).contains("g6.xlarge");
            assertThat(t.reason()).isEqualTo("InsufficientCapacity");
            assertThat(t.time()).isEqualTo("2026-12-01T12:10:00Z");
        });
        assertThat(gpu(deployment)).isEqualTo("A10G");
        assertThat(((Outcome.Planned) plan(deployment)).plan().warnings()).anyMatch(w -> w.contains("no node came for L4"));
        pass(deployment, serving(), 700);
        assertThat(gpu(deployment)).as("it serves, and goes back to nothing").isEqualTo("A10G");
        deployment.getMetadata().setGeneration(2L);
        assertThat(gpu(deployment)).as("an edit begins anew").isEqualTo("L4");
        pass(deployment, serving(), 800);
        assertThat(deployment.getStatus().capacity()).isNull();
    }

    @Test
    void whenNoOtherOptionIsLeftItStaysAndWaits() {
        LlmDeployment deployment = deployment("hardware: {gpus: [L4, A10G]}");
        for (int minute = 0; minute < 60; minute++) {
            pass(deployment, soldOut(), minute * 60);
        }
        assertThat(deployment.getStatus().capacity().tried()).extracting(TriedOption::gpu).containsExactly("L4");
        assertThat(gpu(deployment)).isEqualTo("A10G");
    }

    @Test
    void itEndsAfterThree() {
        LlmDeployment deployment = deployment("");
        List<String> tried = new ArrayList<>();
        for (int minute = 0; minute < 24 * 60; minute++) {
            pass(deployment, soldOut(), minute * 60);
            tried.add(gpu(deployment));
        }
        assertThat(tried.stream().distinct()).as("one after the other, no loop").hasSize(4);
        assertThat(deployment.getStatus().capacity().tried()).hasSize(3).extracting(TriedOption::gpu).doesNotHaveDuplicates();
        assertThat(tried.getLast()).isEqualTo(tried.stream().distinct().toList().getLast());
    }

    @Test
    void aWorkerThatServesIsNotGivenUp() {
        LlmDeployment deployment = deployment("scaling: {minReplicas: 1, maxReplicas: 2}");
        Capacity scalingUp = new Capacity(List.of(worker("a", true), worker("b", false)), List.of(), List.of(failure()));
        pass(deployment, scalingUp, 0);
        pass(deployment, scalingUp, 7200);
        assertThat(deployment.getStatus().capacity()).isNull();
    }

    @Test
    void theClockBeginsAnewWhenANodeCame() {
        LlmDeployment deployment = deployment("");
        pass(deployment, soldOut(), 0);
        pass(deployment, new Capacity(List.of(new NodePod("a", false, NOON, "n", false, false, null, null, null)), List.of(),
                List.of(failure())), 500);
        pass(deployment, soldOut(), 550);
        pass(deployment, soldOut(), 700);
        assertThat(gpu(deployment)).isEqualTo("L4");
        assertThat(deployment.getStatus().capacity().missingSince()).isEqualTo("2026-12-01T12:09:10Z");
    }

    @Test
    void itCanBeSetAndTurnedOff() {
        LlmDeployment soon = deployment("rollout: {capacityDeadline: 30s}");
        pass(soon, soldOut(), 0);
        pass(soon, soldOut(), 30);
        assertThat(gpu(soon)).isNotEqualTo("L4");
        LlmDeployment never = deployment("rollout: {capacityDeadline: 0s}");
        pass(never, soldOut(), 0);
        pass(never, soldOut(), 100_000);
        assertThat(gpu(never)).isEqualTo("L4");
        assertThat(never.getStatus().capacity()).isNull();
    }

    /** No other hardware would mend a limit. */
    @Test
    void aLimitIsNoReasonToGiveUpHardware() {
        LlmDeployment deployment = deployment("");
        NodePod limited = new NodePod("a", false, NOON, null, false, false, "0/1", "Failed to schedule pod, all available"
                + " instance types exceed limits for nodepool (NodePool=" + Names
                        .nodePool("llm", "m") + ")", NOON.plusSeconds(5));
        Capacity limit = new Capacity(List.of(limited), List.of(), List.of());
        pass(deployment, limit, 10);
        pass(deployment, limit, 7200);
        assertThat(deployment.getStatus().capacity()).isNull();
    }

    /** One pass of the reconciler without its effects. */
    private static void pass(LlmDeployment deployment, Capacity capacity, int seconds) {
        StatusInput in = new StatusInput(deployment, plan(deployment), new Observation(true, true, null,
                new Pool("True", "Ready", "", false), List.of(), capacity), null, History.none(), null, List.of(), NOON.plusSeconds(seconds));
        CapacityStatus next = new Fallback(in, tried -> PLANNER.plan(deployment, tried)).next();
        LlmDeploymentStatus status = StatusComposer.compose(in).withCapacity(next);
        deployment.setStatus(status);
    }

    private static Outcome plan(LlmDeployment deployment) {
        return PLANNER.plan(deployment, Fallback.tried(deployment));
    }

    private static String gpu(LlmDeployment deployment) {
        return ((Outcome.Planned) plan(deployment)).plan().placement().gpu();
    }

    private static Capacity soldOut() {
        return new Capacity(List.of(worker("a", false)), List.of(), List.of(failure()));
    }

    private static Capacity serving() {
        return new Capacity(List.of(worker("a", true)), List.of(), List.of());
    }

    private static NodePod worker(String name, boolean serves) {
        return serves ? new NodePod(name, false, NOON, "n", true, true, null, null, null)
                : new NodePod(name, false, NOON, null, false, false, "0/1 nodes are available", null, null);
    }

    private static LaunchFailure failure() {
        return new LaunchFailure("c", "insufficient capacity, no capacity", NOON.plusSeconds(2));
    }

    private static LlmDeployment deployment(String rest) {
        LlmDeployment deployment = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment,"
                + " metadata: {name: m, namespace: llm}, spec: {model: {profile: mistral-7b-instruct}"
                + (rest.isEmpty() ? "" : ", " + rest) + "}}", LlmDeployment.class);
        deployment.getMetadata().setGeneration(1L);
        return deployment;
    }
}
