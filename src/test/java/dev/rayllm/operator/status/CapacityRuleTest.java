package dev.rayllm.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.observe.Capacity;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.LaunchFailure;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.observe.Capacity.Step;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Pool;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.rollout.History;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From evidence to a reason, with counts and what to do. The pods were made at noon; the time is seconds later. */
class CapacityRuleTest {

    private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
    private static final Planner PLANNER = new Planner(Catalog.builtIn(), PlannerSettings.standard());
    private static final String POOL = Names.nodePool("llm", "m");
    private static final String ONE_NODE = "model: {profile: mistral-7b-instruct}";
    private static final String TWO_NODES = "model: {profile: llama-3.1-70b-instruct}, hardware: {instanceTypes:"
            + " [g5.12xlarge]}, engine: {pipelineParallelSize: 2}";
    private static final String LIMIT = "Failed to schedule pod, all available instance types exceed limits for nodepool"
            + " (NodePool=%s); incompatible requirements, label \"rayllm.dev/pool\" does not have known values";
    private static final String LABEL = "Failed to schedule pod, incompatible requirements, label \"rayllm.dev/pool\" does"
            + " not have known values (typo of \"karpenter.sh/nodepool\"?)";
    private static final String TOO_BIG = "Failed to schedule pod, no instance type has enough resources, requirements=…,"
            + " resources={\"cpu\":\"3\"}";
    private static final String SOLD_OUT = "insufficient capacity, with fleet error(s), InsufficientInstanceCapacity: We"
            + " currently do not have sufficient g6.xlarge capacity";

    @Test
    void fc34MissingCapacityIsCountedAndOutlivesTheMisleadingWordsAfterIt() {
        Capacity capacity = new Capacity(List.of(waits("w1", LABEL, 20), waits("w2", LABEL, 20), bound("w3", "n3")),
                List.of(), List.of(failed(4), failed(14)));
        assertThat(reason(capacity, 30)).isEqualTo("InsufficientCapacity");
        assertThat(message(capacity, 30)).contains("2 of 3 workers wait for a node since 2026-12-01T12:00:00Z",
                "2 launches of g6.xlarge", "the last at 2026-12-01T12:00:14Z", "sufficient g6.xlarge capacity",
                "What to do: accept further hardware.gpus");
    }

    /** On AWS a type is tried again every three minutes; for a second a machine seems to come. */
    @Test
    void anotherTryIsNoCapacity() {
        assertThat(reason(new Capacity(List.of(waits("w1", null, 0)), List.of(claim(Step.LAUNCHING, 30, null)),
                List.of(failed(4))), 31)).isEqualTo("InsufficientCapacity");
        assertThat(reason(new Capacity(List.of(waits("w1", null, 0)), List.of(claim(Step.REGISTERING, 31, "NodeNotFound")),
                List.of(failed(4))), 32)).as("launched: it comes").isEqualTo("NodeProvisioning");
    }

    @Test
    void failuresFromBeforeTheWorkersAreOld() {
        assertThat(reason(new Capacity(List.of(waits("w1", null, 0)), List.of(), List.of(failed(-600))), 10))
                .isEqualTo("NodeProvisioning");
    }

    @Test
    void fc32TheNewerOfLimitAndFailedLaunchCounts() {
        Capacity limit = new Capacity(List.of(waits("w1", LIMIT.formatted(POOL), 20)), List.of(), List.of(failed(4)));
        assertThat(reason(limit, 30)).isEqualTo("PoolLimitReached");
        assertThat(message(limit, 30)).contains("may hold 2 GPUs", "nodes.maxGpus");
        assertThat(reason(new Capacity(List.of(waits("w1", LIMIT.formatted(POOL), 4)), List.of(), List.of(failed(20))), 30))
                .isEqualTo("InsufficientCapacity");
    }

    /** Karpenter names the limits of all pools, also of those that would never take the pod. */
    @Test
    void aLimitOfAnotherPoolIsNoneOfOurs() {
        assertThat(reason(new Capacity(List.of(waits("w1", LIMIT.formatted("cpu"), 20)), List.of(), List.of()), 30))
                .isEqualTo("NoInstanceTypeFits");
    }

    @Test
    void whatNoTypeHolds() {
        Capacity tooBig = new Capacity(List.of(waits("w1", TOO_BIG, 5)), List.of(), List.of());
        assertThat(reason(tooBig, 30)).isEqualTo("NoInstanceTypeFits");
        assertThat(message(tooBig, 30)).contains("g6.xlarge", "larger hardware.instanceTypes", "{\"cpu\":\"3\"}");
        assertThat(message(new Capacity(List.of(waits("w1", LABEL, 5)), List.of(), List.of()), 30))
                .as("nothing is known of a failed launch").contains("this region does not have them", "sold out");
    }

    /** Step and reason of the machine, seconds since it came so far → reason. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            INITIALIZING, ResourceNotRegistered, 10,   NodeProvisioning
            INITIALIZING, ResourceNotRegistered, 40,   GpuNotAdvertised
            INITIALIZING, NodeNotReady,          40,   NodeProvisioning
            REGISTERING,  NodeNotFound,          60,   NodeProvisioning
            REGISTERING,  NodeNotFound,          200,  NodeNotRegistering
            LAUNCHING,    AwaitingReconciliation, 2,   NodeProvisioning
            LAUNCHING,    VCPULimitExceeded,     2,    QuotaExceeded
            LAUNCHING,    Unauthorized,          2,    LaunchFailed
            """)
    void aMachineThatDoesNotComeOn(Step step, String reason, int seconds, String expected) {
        assertThat(reason(new Capacity(List.of(waits("w1", null, 0)), List.of(claim(step, 0, reason)), List.of()), seconds))
                .isEqualTo(expected);
    }

    @Test
    void fc22AFabricPluginThatIsMissingIsNamed() {
        Claim claim = new Claim("c1", "n1", "p5.48xlarge, z, on-demand", Step.INITIALIZING, NOON, "ResourceNotRegistered",
                "Resource \"vpc.amazonaws.com/efa\" was requested but not registered", false);
        assertThat(reason(new Capacity(List.of(waits("w1", null, 0)), List.of(claim), List.of()), 60))
                .isEqualTo("FabricPluginMissing");
    }

    @Test
    void whatIsOnTheWayIsNamedWithItsTime() {
        assertThat(message(new Capacity(List.of(waits("w1", null, 0)), List.of(claim(Step.REGISTERING, 3, null)), List.of()), 5))
                .contains("1 of 1 worker waits for a node since 2026-12-01T12:00:00Z", "c1 (g6.xlarge, z, on-demand),"
                        + " launched at 2026-12-01T12:00:03Z");
    }

    @Test
    void aSilentKarpenterIsNoticed() {
        Capacity silent = new Capacity(List.of(waits("w1", null, 0)), List.of(), List.of());
        assertThat(reason(silent, 20)).isEqualTo("NodeProvisioning");
        assertThat(reason(silent, 70)).isEqualTo("Unschedulable");
        assertThat(message(silent, 70)).contains("is it running", "0/1 nodes");
    }

    /** Half a replica costs money and serves nothing. */
    @Test
    void fc20HalfAReplicaIsCounted() {
        Capacity half = new Capacity(List.of(bound("w1", "n1"), waits("w2", LIMIT.formatted(POOL), 20)), List.of(), List.of());
        Condition condition = condition(status(TWO_NODES, half, 30));
        assertThat(condition.reason()).isEqualTo("PartialGroup");
        assertThat(condition.message()).contains("1 of 2 nodes of a replica are there", "PoolLimitReached", "nodes.maxGpus");
        Capacity none = new Capacity(List.of(waits("w1", LIMIT.formatted(POOL), 20), waits("w2", null, 0)), List.of(),
                List.of());
        assertThat(condition(status(TWO_NODES, none, 30)).reason()).isEqualTo("PoolLimitReached");
    }

    @Test
    void fc35ANodeThatGoesBeforeItsWorkerIsReady() {
        Claim going = new Claim("c1", "n1", "g6.xlarge, z, spot", Step.READY, NOON, null, null, true);
        assertThat(reason(new Capacity(List.of(bound("w1", "n1")), List.of(going), List.of()), 30))
                .isEqualTo("NodeLostDuringStartup");
        NodePod ready = new NodePod("w1", false, NOON, "n1", true, true, null, null, null);
        assertThat(reason(new Capacity(List.of(ready), List.of(going), List.of()), 30)).isEqualTo("NodePoolReady");
    }

    /** The head never falls back to a GPU node, so it says what it lacks. */
    @Test
    void fc08AHeadWithoutANode() {
        NodePod head = new NodePod("h", true, NOON, null, false, false, "0/3 nodes are available", null, null);
        assertThat(reason(new Capacity(List.of(head), List.of(), List.of()), 30)).isEqualTo("NodePoolReady");
        assertThat(reason(new Capacity(List.of(head), List.of(), List.of()), 70)).isEqualTo("NoNodeForHead");
        NodePod refused = new NodePod("h", true, NOON, null, false, false, "0/3", "Failed to schedule pod, x", NOON);
        assertThat(message(new Capacity(List.of(refused), List.of(), List.of()), 5)).contains("one without GPU",
                "headNodeSelector", "Failed to schedule pod, x");
    }

    @Test
    void nodesThatAreThereHaveNoRoom() {
        Capacity full = new Capacity(List.of(waits("w1", null, 0)), List.of(), List.of());
        Condition condition = condition(status(ONE_NODE + ", nodes: {mode: Existing}", full, 5));
        assertThat(condition.reason()).isEqualTo("Unschedulable");
        assertThat(condition.message()).contains("0/1 nodes are available");
    }

    @Test
    void aFirstStartSaysTheShortageWhereUsersLook() {
        Capacity capacity = new Capacity(List.of(waits("w1", null, 0)), List.of(), List.of(failed(4)));
        LlmDeploymentStatus status = status(ONE_NODE, capacity, 30);
        assertThat(ready(status).reason()).isEqualTo("InsufficientCapacity");
        assertThat(status.phase()).hasToString("PROVISIONING");
        NodePod pulls = new NodePod("w1", false, NOON, "n1", false, false, null, null, null);
        assertThat(ready(status(ONE_NODE, new Capacity(List.of(pulls), List.of(), List.of()), 30)).reason())
                .isEqualTo("ImagePulling");
        assertThat(ready(status(ONE_NODE, new Capacity(List.of(bound("w1", "n1")), List.of(), List.of()), 30)).reason())
                .isEqualTo("Starting");
    }

    private static NodePod waits(String name, String karpenter, int at) {
        return new NodePod(name, false, NOON, null, false, false, "0/1 nodes are available", karpenter,
                karpenter == null ? null : NOON.plusSeconds(at));
    }

    private static NodePod bound(String name, String node) {
        return new NodePod(name, false, NOON, node, true, false, null, null, null);
    }

    private static Claim claim(Step step, int since, String reason) {
        return new Claim("c1", null, "g6.xlarge, z, on-demand", step, NOON.plusSeconds(since), reason, "words", false);
    }

    private static LaunchFailure failed(int at) {
        return new LaunchFailure("c0", SOLD_OUT, NOON.plusSeconds(at));
    }

    private static String reason(Capacity capacity, int seconds) {
        return condition(status(ONE_NODE, capacity, seconds)).reason();
    }

    private static String message(Capacity capacity, int seconds) {
        return condition(status(ONE_NODE, capacity, seconds)).message();
    }

    private static LlmDeploymentStatus status(String spec, Capacity capacity, int seconds) {
        LlmDeployment deployment = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment,"
                + " metadata: {name: m, namespace: llm, generation: 1}, spec: {" + spec + "}}", LlmDeployment.class);
        Service service = new Service(1, true, null, false, 0, null, new Cluster("m-1", null, null, null, List.of(), 0, 1));
        return StatusComposer.compose(new StatusInput(deployment, PLANNER.plan(deployment), new Observation(true, true,
                service, new Pool("True", "Ready", "", false), List.of(), capacity), null, History.none(), null, List.of(), NOON.plusSeconds(seconds)));
    }

    private static Condition condition(LlmDeploymentStatus status) {
        return find(status, "CapacityReady");
    }

    private static Condition ready(LlmDeploymentStatus status) {
        return find(status, "Ready");
    }

    private static Condition find(LlmDeploymentStatus status, String type) {
        return status.conditions().stream().filter(c -> c.type().equals(type)).findFirst().orElseThrow();
    }
}
