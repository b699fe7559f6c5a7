package dev.rayllm.operator.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.RolloutStrategy;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Live;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.NodePools;
import dev.rayllm.operator.render.RayServices;
import dev.rayllm.operator.rollout.Rollout.Step;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a change reaches what runs, decided from what is known; the lab shows the same with the real KubeRay. */
class RolloutsTest {

    private static final Planner PLANNER = new Planner(Catalog.builtIn(), PlannerSettings.standard());
    private static final int GPUS_PER_NODE = 1;

    /** What is edited → whether a second cluster is made. KubeRay's own hash leaves out bounds and tolerations. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scaling: {maxReplicas: 6}                                     | false
            scaling: {targetOngoingRequests: 10, maxOngoingRequests: 30}  | false
            scaling: {upscaleDelay: 60s}                                  | false
            nodes: {maxGpus: 9}                                           | false
            rollout: {startupDeadline: 50m}                               | false
            engine: {maxNumSeqs: 16}                                      | true
            engine: {runtime: '2.58'}                                     | true
            model: {profile: mistral-7b-instruct, servedName: other}      | true
            nodes: {tolerations: [{key: team, operator: Exists}]}         | true
            hardware: {gpus: [A10G]}                                      | true
            """)
    void someEditsNeedASecondCluster(String edit, boolean second) {
        String before = rendering(1, "").clusterHash();
        assertThat(rendering(2, edit).clusterHash().equals(before)).isNotEqualTo(second);
    }

    @Test
    void cosmeticEditsAreTheSameRevision() {
        assertThat(rendering(2, "rollout: {startupDeadline: 45m}").hash()).isEqualTo(rendering(1, "").hash());
    }

    /** Serve restarts every replica when the text of the arguments changes, scaling options included. */
    @Test
    void scalingOptionsKeepTheArgumentsThatRun() {
        Rendering running = rendering(1, "scaling: {maxReplicas: 2}");
        Rendering edited = rendering(2, "scaling: {maxReplicas: 6, targetOngoingRequests: 8, maxOngoingRequests: 12}");
        Rollout rollout = decide(edited, running, RolloutStrategy.SURGE, look(live(running, 1), null), History.none());
        String config = rollout.target().service().getSpec().serveConfigV2();
        assertThat(part(config, "args:")).isEqualTo(part(running.service().getSpec().serveConfigV2(), "args:"));
        assertThat(part(config, "deployments:")).isEqualTo(part(edited.service().getSpec().serveConfigV2(),
                "deployments:")).contains("max_replicas: 6", "target_ongoing_requests: 8", "max_ongoing_requests: 12");
        assertThat(rollout.target().maxWorkers()).isEqualTo(6);
    }

    /** FC-01, by hand: one replica of one GPU serves, one comes: 2 are needed, 1 is allowed. */
    @Test
    void withoutRoomNothingIsTouched() {
        Rendering running = rendering(1, "nodes: {maxGpus: 1}");
        Rendering edited = rendering(2, "nodes: {maxGpus: 1}, engine: {maxNumSeqs: 16}");
        Rollout held = decide(edited, running, RolloutStrategy.SURGE, look(live(running, 1), null), History.none());
        assertThat(held.step()).isEqualTo(Step.HOLD);
        assertThat(held.message()).contains("2 GPUs", "1 that are held", "1 for the new cluster", "allows 1", "Recreate");
        assertThat(decide(edited, running, RolloutStrategy.RECREATE, look(live(running, 1), null), History.none()).step())
                .isEqualTo(Step.STOP_FIRST);
        Rendering raised = rendering(3, "nodes: {maxGpus: 2}, engine: {maxNumSeqs: 16}");
        assertThat(decide(raised, running, RolloutStrategy.SURGE, look(live(running, 1), null), History.none()).step())
                .isEqualTo(Step.APPLY);
        assertThat(decide(raised, running, RolloutStrategy.SURGE, look(live(running, 2), null), History.none()).step())
                .as("scaled up, it holds more").isEqualTo(Step.HOLD);
    }

    /** Nothing serves: there is no downtime to avoid, and waiting would be for ever. */
    @Test
    void whatNeverCameUpMakesRoom() {
        Rendering broken = rendering(1, "nodes: {maxGpus: 1}");
        Rendering mended = rendering(2, "nodes: {maxGpus: 1}, engine: {maxNumSeqs: 16}");
        assertThat(decide(mended, broken, RolloutStrategy.SURGE, look(null, live(broken, 1)), History.none()).step())
                .isEqualTo(Step.STOP_FIRST);
    }

    @Test
    void aRevertDropsTheClusterThatComes() {
        Rendering first = rendering(1, "");
        Rendering second = rendering(2, "engine: {maxNumSeqs: 16}");
        Rollout revert = decide(rendering(3, ""), second, RolloutStrategy.SURGE, look(live(first, 1), live(second, 1)),
                History.none());
        assertThat(revert.step()).isEqualTo(Step.APPLY);
        assertThat(revert.dropPending()).isEqualTo("pending");
    }

    /** Until the next edit; whatever becomes of our tables in between. */
    @Test
    void whatFailedIsNotTriedAgain() {
        Rendering good = rendering(1, "");
        Rendering bad = rendering(2, "engine: {maxNumSeqs: 16}");
        History history = new History(List.of(
                new Revision(1, good.hash(), 1, "t", Revision.Outcome.SERVED, null, good),
                new Revision(2, bad.hash(), 2, "t", Revision.Outcome.FAILED, "DeployFailed: x", bad)));
        Rollout back = decide(bad, bad, RolloutStrategy.SURGE, look(live(good, 1), live(bad, 1)), history);
        assertThat(back.rolledBack()).isTrue();
        assertThat(back.target().hash()).isEqualTo(good.hash());
        assertThat(back.dropPending()).isEqualTo("pending");
        Rendering otherTables = rendering(2, "engine: {maxNumSeqs: 17}");
        assertThat(decide(otherTables, good, RolloutStrategy.SURGE, look(live(good, 1), null), history).target().hash())
                .isEqualTo(good.hash());
        assertThat(decide(rendering(3, "engine: {maxNumSeqs: 16}"), good, RolloutStrategy.SURGE,
                look(live(good, 1), null), history).rolledBack()).as("an edit is tried").isFalse();
    }

    private static Rendering rendering(long generation, String rest) {
        String model = rest.startsWith("model:") ? "" : "model: {profile: mistral-7b-instruct}, ";
        LlmDeployment deployment = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment,"
                + " metadata: {name: m, namespace: llm}, spec: {" + model + rest + "}}", LlmDeployment.class);
        deployment.getMetadata().setGeneration(generation);
        var plan = ((Outcome.Planned) PLANNER.plan(deployment)).plan();
        return new Rendering(RayServices.of(deployment, plan), NodePools.of(deployment, plan));
    }

    private static Rollout decide(Rendering wanted, Rendering applied, RolloutStrategy strategy, Observation observation,
            History history) {
        return Rollouts.decide(new RolloutInput(wanted, wanted.generation(), strategy, true, GPUS_PER_NODE, false,
                applied.service(), null, observation, 0, history));
    }

    private static Live live(Rendering of, int workers) {
        return new Live("x", of.clusterHash(), of.minWorkers(), of.maxWorkers(), workers, 1);
    }

    private static Observation look(Live active, Live pending) {
        Service service = new Service(1, true, null, active != null && pending != null, 1, cluster("active", active),
                cluster("pending", pending));
        return new Observation(true, true, service, null,
                Stream.of(active, pending).filter(Objects::nonNull).toList());
    }

    private static Cluster cluster(String name, Live live) {
        return live == null ? null : new Cluster(name, live.hash(), "RUNNING", "", List.of(), live.workers(), live.workers());
    }

    private static String part(String config, String from) {
        String rest = config.substring(config.indexOf(from));
        int next = rest.indexOf("\n    deployments:");
        return next < 0 ? rest : rest.substring(0, next);
    }
}
