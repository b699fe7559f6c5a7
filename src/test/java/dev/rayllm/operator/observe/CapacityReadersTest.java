package dev.rayllm.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.Step;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects as Karpenter 1.14.1, kube-scheduler 1.36 and kwok 0.7 wrote them in the lab, cut to what is read. */
class CapacityReadersTest {

    private static final String CLAIM = """
            {apiVersion: karpenter.sh/v1, kind: NodeClaim, metadata: {name: p-kpx6n, creationTimestamp: "2026-12-01T06:02:01Z",
              labels: {karpenter.sh/capacity-type: spot, node.kubernetes.io/instance-type: g6.xlarge,
              topology.kubernetes.io/zone: us-east-1a}}, spec: {}, status: {nodeName: kwok-p-kpx6n, conditions: [
                {type: Launched, status: "%s", reason: %s, message: m1, lastTransitionTime: "2026-12-01T06:02:02Z"},
                {type: Registered, status: "%s", reason: %s, message: m2, lastTransitionTime: "2026-12-01T06:02:04Z"},
                {type: Initialized, status: "%s", reason: %s, message: m3, lastTransitionTime: "2026-12-01T06:02:06Z"}]}}
            """;

    @ParameterizedTest
    @CsvSource(textBlock = """
            Unknown, VCPULimitExceeded, Unknown, AwaitingReconciliation, Unknown, AwaitingReconciliation, LAUNCHING,    2026-12-01T06:02:01Z, VCPULimitExceeded
            True,    Launched,          Unknown, NodeNotFound,           Unknown, AwaitingReconciliation, REGISTERING,  2026-12-01T06:02:02Z, NodeNotFound
            True,    Launched,          True,    Registered,             Unknown, ResourceNotRegistered,  INITIALIZING, 2026-12-01T06:02:04Z, ResourceNotRegistered
            True,    Launched,          True,    Registered,             True,    Initialized,            READY,        2026-12-01T06:02:06Z,
            """)
    void aMachineHasComeSoFarSince(String launched, String why1, String registered, String why2, String initialized,
            String why3, Step step, Instant since, String reason) {
        Claim claim = NodeClaimReader.read(Serialization.unmarshal("---\n" + CLAIM.formatted(launched, why1, registered, why2,
                initialized, why3), NodeClaim.class));
        assertThat(claim.step()).isEqualTo(step);
        assertThat(claim.since()).isEqualTo(since);
        assertThat(claim.reason()).isEqualTo(reason);
        assertThat(claim.type()).isEqualTo("g6.xlarge, us-east-1a, spot");
    }

    @Test
    void aMachineThatNobodyHasLookedAtIsBeingLaunched() {
        Claim claim = NodeClaimReader.read(Serialization.unmarshal(
                "---\n{apiVersion: karpenter.sh/v1, kind: NodeClaim, metadata: {name: p-1}}", NodeClaim.class));
        assertThat(claim.step()).isEqualTo(Step.LAUNCHING);
        assertThat(claim.reason()).isNull();
    }

    @Test
    void thePodHoldsWhatTheSchedulerAndKarpenterSayOfIt() {
        Pod pod = Serialization.unmarshal("""
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: w, creationTimestamp: "2026-12-01T05:58:54Z"}, spec: {},
                 status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable,
                 message: "0/1 nodes are available"}]}}""", Pod.class);
        var read = NodePodReader.read(pod, false, List.of(
                event("default-scheduler", "no nodes available", "2026-12-01T06:00:00Z"),
                event("karpenter", "newer", "2026-12-01T05:59:30Z"), event("karpenter", "older", "2026-12-01T05:59:00Z")));
        assertThat(read.scheduled()).isFalse();
        assertThat(read.pulled()).isFalse();
        assertThat(read.scheduler()).isEqualTo("0/1 nodes are available");
        assertThat(read.karpenter()).as("its latest word, not the scheduler's").isEqualTo("newer");
        assertThat(read.karpenterAt()).isEqualTo("2026-12-01T05:59:30Z");
    }

    /** KubeRay's init container wait-gcs-ready has the same image as the worker. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            containerStatuses: [{name: c, state: {waiting: {reason: ContainerCreating}}, imageID: ''}]     | false
            initContainerStatuses: [{name: i, state: {running: {}}}], containerStatuses: [{name: c, state: {waiting: {reason: PodInitializing}}}] | true
            containerStatuses: [{name: c, state: {waiting: {reason: CrashLoopBackOff}}, imageID: 'x@sha256:1'}] | true
            containerStatuses: [{name: c, state: {waiting: {reason: ErrImagePull}}, imageID: ''}]          | false
            """)
    void theImageIsThereWhenAContainerHasBegun(String statuses, boolean pulled) {
        Pod pod = Serialization.unmarshal("---\n{apiVersion: v1, kind: Pod, metadata: {name: w}, spec: {nodeName: n}, status: {"
                + statuses + "}}", Pod.class);
        assertThat(NodePodReader.read(pod, false, List.of()).pulled()).isEqualTo(pulled);
    }

    @Test
    void aFailedLaunchIsOfThePoolThatItsNameBeginsWith() {
        assertThat(EventReader.claimOfPool("llm-m-4db0e0a5-gjmbd", "llm-m-4db0e0a5")).isTrue();
        assertThat(EventReader.claimOfPool("llm-m-4db0e0a5-2-gjmbd", "llm-m-4db0e0a5")).isFalse();
        assertThat(EventReader.claimOfPool("llm-m-4db0e0a6-gjmbd", "llm-m-4db0e0a5")).isFalse();
        assertThat(EventReader.claimOfPool("xllm-m-4db0e0a5-gjmbd", "llm-m-4db0e0a5")).isFalse();
        String longest = "a".repeat(54) + "-4db0e0a5";
        assertThat(EventReader.claimOfPool("a".repeat(54) + "-4dbabcde", longest))
                .as("the API server cuts the base to 58 characters").isTrue();
    }

    @Test
    void anEventWithoutTimesIsOld() {
        assertThat(EventReader.at(Serialization.unmarshal("---\n{apiVersion: v1, kind: Event, metadata: {name: e}}",
                Event.class))).isEqualTo(Instant.EPOCH);
        assertThat(EventReader.at(Serialization.unmarshal("---\n{apiVersion: v1, kind: Event, metadata: {name: e}, eventTime:"
                + " '2026-12-01T06:00:41.865863Z'}", Event.class))).isEqualTo("2026-12-01T06:00:41.865863Z");
    }

    private static Event event(String component, String message, String time) {
        return Serialization.unmarshal("---\n{apiVersion: v1, kind: Event, metadata: {name: e}, source: {component: "
                + component + "}, reason: FailedScheduling, message: " + message + ", lastTimestamp: '" + time + "'}",
                Event.class);
    }
}
