package dev.rayllm.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.observe.Evidence.Statement;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Deployment;
import dev.rayllm.operator.observe.Observation.Service;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pods, events and Ray Serve show, in the words that rules look for; what is healthy says nothing. */
class EvidenceTest {

    private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            state: {waiting: {reason: ContainerCreating}} |
            state: {running: {startedAt: '2026-12-01T11:59:00Z'}} |
            ready: true, state: {running: {}}, lastState: {terminated: {exitCode: 1, reason: Error}} |
            state: {terminated: {exitCode: 0, reason: Completed}} |
            state: {waiting: {reason: ErrImagePull, message: no}} | container ray-worker waiting: ErrImagePull: no
            state: {terminated: {exitCode: 137, reason: OOMKilled}} | container ray-worker terminated: OOMKilled, exit code 137
            ready: false, state: {running: {}}, lastState: {terminated: {exitCode: 127, reason: Error, message: 'no ray'}} | container ray-worker terminated: Error, exit code 127: no ray
            """)
    void statesOfContainers(String state, String expected) {
        assertThat(PodReader.read(pod(state, ""))).extracting(Statement::text)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @Test
    void aCrashLoopIsSaidWithHowItEnded() {
        assertThat(PodReader.read(pod("restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated:"
                + " {exitCode: 1, reason: Error, message: 'ValueError: x'}}", ""))).extracting(Statement::text)
                .containsExactly("container ray-worker waiting: CrashLoopBackOff\n"
                        + "container ray-worker terminated: Error, exit code 1: ValueError: x");
    }

    @Test
    void anEvictedPodSaysWhy() {
        assertThat(PodReader.read(pod("state: {}", "phase: Failed, reason: Evicted, message: 'low on resource', ")))
                .extracting(Statement::text).containsExactly("pod Failed: Evicted: low on resource");
    }

    /** The kubelet's own words are read without a request; a log only when there is a reason to. */
    @Test
    void aLogIsReadWhenAContainerBrokeOrTakesLong() {
        assertThat(PodReader.shouldSayMore(pod("state: {running: {startedAt: '2026-12-01T11:59:00Z'}}", ""), NOON)).isFalse();
        assertThat(PodReader.shouldSayMore(pod("state: {running: {startedAt: '2026-12-01T11:50:00Z'}}", ""), NOON)).isTrue();
        assertThat(PodReader.shouldSayMore(pod("ready: true, state: {running: {startedAt: '2026-12-01T11:50:00Z'}}", ""),
                NOON)).isFalse();
        assertThat(PodReader.shouldSayMore(pod("state: {terminated: {exitCode: 1}}", ""), NOON)).isTrue();
    }

    /** The message is what KubeRay 1.7.0 writes: Go's %v of a ContainerStateTerminated. */
    @Test
    void howADeletedWorkerEnded() {
        Event event = event("Deleted worker Pod llm/demo-w-x7; Pod status: Failed; Pod restart policy: Never; Ray container"
                + " terminated status: &ContainerStateTerminated{ExitCode:1,Signal:0,Reason:Error,Message:ValueError: a, b\n,"
                + "StartedAt:2026-12-01 11:50:00 +0000 UTC,FinishedAt:2026-12-01 11:51:00 +0000 UTC,ContainerID:x,}");
        assertThat(DeletedPodReader.read(event, NOON.minusSeconds(900))).hasValue(new Statement(Evidence.Source.CONTAINER,
                "demo-w-x7", "container ray-worker terminated: Error, exit code 1: ValueError: a, b"));
        assertThat(DeletedPodReader.read(event, NOON)).as("too old").isEmpty();
    }

    @Test
    void aWorkerThatTheAutoscalerTookBackDidNotFail() {
        assertThat(DeletedPodReader.read(event("Deleted pod llm/demo-w-x7"), Instant.EPOCH)).isEmpty();
        assertThat(DeletedPodReader.read(event("Deleted worker Pod llm/w; Pod status: Running; Pod restart policy: Never; Ray"
                + " container terminated status: nil"), Instant.EPOCH)).isEmpty();
    }

    @Test
    void rayServesWordsCountWhenTheyTellOfAFault() {
        Cluster cluster = new Cluster("c", null, "DEPLOYING", "", List.of(
                new Deployment("LLMServer:m", "UPDATING", "A replica failed to start with exception. Retrying 2 more times."),
                new Deployment("Other", "HEALTHY", "AcmeError: of the past"),
                new Deployment("OpenAiIngress", "UPDATING", "Deployment has 1 replicas that have taken more than 30s")), 1, 1);
        assertThat(ServeMessages.of(new Service(1, true, null, false, 0, null, cluster))).extracting(Statement::text)
                .containsExactly("A replica failed to start with exception. Retrying 2 more times.");
    }

    /** Ray 2.59 with RAY_LOG_TO_STDERR=1 mixes its own words among those of the engine. */
    @Test
    void theEndOfALogIsWhatIsNotRaysChatter() {
        assertThat(LogReader.end("""
                [2026-12-01 06:44:37,557 I 29534 29561] (raylet) main.cc:475: Raylet started
                ValueError: x
                Global stats: 24 total (9 active)
                \tGcsInMemoryStore.Put - 9 total (6 active), Execution time: mean = 6.24ms
                [2026-12-01 06:45:28,557 E 29534 29561] (raylet) node_manager.cc:3277: 2 Workers killed
                """)).isEqualTo("ValueError: x\n[2026-12-01 06:45:28,557 E 29534 29561] (raylet) node_manager.cc:3277: 2"
                        + " Workers killed");
        assertThat(LogReader.end("first\n" + "a line of forty characters and a few more\n".repeat(5000) + "last"))
                .endsWith("last").doesNotContain("first").hasSizeLessThan(70_000);
    }

    private static Pod pod(String container, String status) {
        return Serialization.unmarshal("---\n{metadata: {name: w}, spec: {containers: [{name: ray-worker}]}, status: {" + status
                + "containerStatuses: [{name: ray-worker, " + container + "}]}}", Pod.class);
    }

    private static Event event(String message) {
        Event event = new Event();
        event.setReason("DeletedWorkerPod");
        event.setMessage(message);
        event.setLastTimestamp("2026-12-01T11:52:00Z");
        return event;
    }
}
