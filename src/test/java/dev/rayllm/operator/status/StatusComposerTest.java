package dev.rayllm.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.Diagnosis;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Deployment;
import dev.rayllm.operator.observe.Observation.Pool;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.rollout.History;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Status is a pure function of what is known: each look of the cluster has one phase and one reason. */
class StatusComposerTest {

    private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
    private static final Planner PLANNER = new Planner(Catalog.builtIn(), PlannerSettings.standard());
    private static final Finding KV_CACHE = new Finding("KvCacheTooSmall", "it holds 50512",
            "set workload.contextLength to at most 50512", List.of("w-1", "w-2"), Map.of("fits", "50512"));
    private static final Pool POOL = new Pool("True", "Ready", "", false);

    /** Application, model deployment, endpoints, ready workers, desired workers → Ready's status and reason, phase. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            RUNNING,       HEALTHY,     2, 1, 1, True,  Serving,            READY
            RUNNING,       UPSCALING,   2, 1, 2, True,  Serving,            READY
            RUNNING,       UNHEALTHY,   2, 1, 1, False, ServeAppUnhealthy,  DEGRADED
            RUNNING,       HEALTHY,     0, 1, 1, False, NoEndpoints,        DEGRADED
            RUNNING,       HEALTHY,     1, 0, 1, False, BelowMinimum,       DEGRADED
            UNHEALTHY,     UNHEALTHY,   1, 1, 1, False, ServeAppUnhealthy,  DEGRADED
            DEPLOY_FAILED, UNHEALTHY,   1, 1, 1, False, DeployFailed,       FAILED
            DEPLOYING,     UPDATING,    1, 1, 1, True,  Serving,            UPDATING
            DEPLOYING,     UPDATING,    0, 1, 1, False, Starting,           STARTING
            HIBERNATING,   HEALTHY,     1, 1, 1, False, ServeAppUnhealthy,  DEGRADED
            ,              ,            1, 1, 1, False, ServeAppMissing,    DEGRADED
            """)
    void readyComesFromTheActiveCluster(String application, String model, int endpoints, int ready, int desired,
            String status, String reason, String phase) {
        LlmDeploymentStatus result = compose(served(spec("scaling: {maxReplicas: 2}")),
                look(service(1, false, endpoints, cluster(application, model, ready, desired), null)));
        assertThat(condition(result, "Ready").status()).isEqualTo(status);
        assertThat(condition(result, "Ready").reason()).isEqualTo(reason);
        assertThat(result.phase()).hasToString(phase);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            ,              0, NodeProvisioning, PROVISIONING
            ,              1, Starting,         STARTING
            DEPLOYING,     1, Starting,         STARTING
            DEPLOY_FAILED, 1, DeployFailed,     FAILED
            """)
    void aFirstStartSaysWhatItWaitsFor(String application, int ready, String reason, String phase) {
        LlmDeploymentStatus result = compose(spec(""),
                look(service(1, false, 0, null, cluster(application, "UPDATING", ready, 1))));
        assertThat(condition(result, "Ready").reason()).isEqualTo(reason);
        assertThat(result.phase()).hasToString(phase);
    }

    /** KubeRay does not ask the first cluster while a second comes up; endpoints are all there is to see. */
    @Test
    void anEarlierGenerationServesDuringARollout() {
        LlmDeployment deployment = served(spec(""));
        deployment.getMetadata().setGeneration(2L);
        LlmDeploymentStatus result = compose(deployment, look(service(2, true, 2, cluster(null, null, 1, 1),
                cluster("DEPLOYING", "UPDATING", 0, 1))));
        assertThat(result.phase()).hasToString("UPDATING");
        assertThat(condition(result, "Ready").status()).isEqualTo("True");
        assertThat(condition(result, "Progressing").reason()).isEqualTo("RollingOut");
    }

    /** KubeRay keeps ValidationFailed after the spec was mended (seen in 1.6.2): an unjudged spec is not refused. */
    @Test
    void anEditThatKubeRayHasNotSeenIsNotDone() {
        LlmDeployment deployment = served(spec(""));
        deployment.getMetadata().setGeneration(2L);
        LlmDeploymentStatus result = compose(deployment, look(new Service(2, false, null, false, 2,
                cluster("RUNNING", "HEALTHY", 1, 1), null)));
        assertThat(result.phase()).hasToString("UPDATING");
        assertThat(condition(result, "Progressing").reason()).isEqualTo("RollingOut");
    }

    /** Seen with KubeRay 1.6.2: an edit of engine arguments is "observed" while the old replicas still run. */
    @Test
    void anEditIsNotDoneBeforeRayHasBegunToAct() {
        LlmDeployment deployment = served(spec("engine: {maxNumSeqs: 16}"));
        deployment.getMetadata().setGeneration(2L);
        var running = look(service(2, false, 2, cluster("RUNNING", "HEALTHY", 1, 1), null));
        var restarting = look(service(2, false, 0, cluster("DEPLOYING", "UPDATING", 1, 1), null));
        deployment.setStatus(at(deployment, running, Duration.ofMinutes(1)));
        assertThat(deployment.getStatus().phase()).hasToString("UPDATING");
        assertThat(condition(deployment.getStatus(), "Ready").observedGeneration()).isEqualTo(1);
        deployment.setStatus(at(deployment, restarting, Duration.ofSeconds(65)));
        assertThat(condition(deployment.getStatus(), "Progressing").reason()).isEqualTo("RollingOut");
        assertThat(condition(deployment.getStatus(), "Ready").reason()).isEqualTo("Starting");
        deployment.setStatus(at(deployment, running, Duration.ofMinutes(5)));
        assertThat(deployment.getStatus().phase()).hasToString("READY");
        assertThat(condition(deployment.getStatus(), "Ready").observedGeneration()).isEqualTo(2);
    }

    @Test
    void pastTheDeadlineItSaysSoAndTearsNothingDown() {
        LlmDeployment deployment = spec("rollout: {startupDeadline: 10m}");
        var starting = look(service(1, false, 0, null, cluster("DEPLOYING", "UPDATING", 1, 1)));
        deployment.setStatus(compose(deployment, starting));
        assertThat(condition(at(deployment, starting, Duration.ofMinutes(9)), "Progressing").reason())
                .isEqualTo("RollingOut");
        LlmDeploymentStatus late = at(deployment, starting, Duration.ofMinutes(11));
        assertThat(condition(late, "Progressing").reason()).isEqualTo("StartupDeadlineExceeded");
        assertThat(late.phase()).hasToString("FAILED");
        deployment.setStatus(late);
        assertThat(condition(at(deployment, starting, Duration.ofMinutes(12)), "Progressing").reason())
                .isEqualTo("StartupDeadlineExceeded");
        var serving = look(service(1, false, 2, cluster("RUNNING", "HEALTHY", 1, 1), null));
        assertThat(at(deployment, serving, Duration.ofMinutes(13)).phase()).as("no reason sticks").hasToString("READY");
    }

    @Test
    void scaledToZeroIsHealthy() {
        LlmDeploymentStatus result = compose(served(spec("scaling: {minReplicas: 0, maxReplicas: 2}")),
                look(service(1, false, 1, cluster("RUNNING", "HEALTHY", 0, 0), null)));
        assertThat(condition(result, "Ready").status() + condition(result, "Ready").reason()).isEqualTo("TrueScaledToZero");
        assertThat(result.phase()).hasToString("SCALED_TO_ZERO");
        assertThat(result.replicas().summary()).isEqualTo("0/0");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            True,    false, True,    NodePoolReady
            Unknown, false, Unknown, Waiting
            False,   false, False,   NodePoolNotReady
            False,   true,  False,   NodeClassNotReady
            """)
    void capacityComesFromTheNodePool(String ready, boolean nodeClassMissing, String status, String reason) {
        LlmDeploymentStatus result = compose(spec(""), new Observation(true, true, null,
                new Pool(ready, "R", "words of Karpenter", nodeClassMissing), List.of()));
        assertThat(condition(result, "CapacityReady").status()).isEqualTo(status);
        assertThat(condition(result, "CapacityReady").reason()).isEqualTo(reason);
    }

    @Test
    void aRefusedSpecShowsTheReasonWhereUsersLook() {
        LlmDeploymentStatus result = compose(spec("engine: {tensorParallelSize: 3}"), Observation.nothing());
        assertThat(result.phase()).hasToString("FAILED");
        assertThat(condition(result, "Ready").reason()).isEqualTo("TensorParallelInvalid");
        assertThat(condition(result, "Accepted").message()).contains("spec.engine.tensorParallelSize", "3", "Use ");
        assertThat(result.plan()).isNull();
        assertThat(result.endpoint()).isNull();
    }

    @Test
    void aRefusedEditKeepsWhatServes() {
        LlmDeployment deployment = served(spec("engine: {tensorParallelSize: 3}"));
        deployment.getMetadata().setGeneration(2L);
        LlmDeploymentStatus result = compose(deployment,
                look(service(1, false, 2, cluster("RUNNING", "HEALTHY", 1, 1), null)));
        assertThat(condition(result, "Ready").status()).isEqualTo("True");
        assertThat(condition(result, "Ready").observedGeneration()).as("it is generation 1 that serves").isEqualTo(1);
        assertThat(result.phase()).hasToString("DEGRADED");
        assertThat(result.plan()).as("the plan of what runs").isEqualTo(deployment.getStatus().plan());
    }

    /** One replica on two nodes is one replica, whatever the refused edit says. */
    @Test
    void aRefusedEditKeepsTheFiguresOfWhatServes() {
        String two = "hardware: {instanceTypes: [p5.48xlarge]}, engine: {pipelineParallelSize: 2}";
        LlmDeployment deployment = spec(two);
        var serving = look(service(1, false, 3, cluster("RUNNING", "HEALTHY", 2, 2), null));
        deployment.setStatus(compose(deployment, serving));
        assertThat(deployment.getStatus().replicas().summary()).isEqualTo("1/1");
        LlmDeployment edited = spec(two.replace("2}", "2, tensorParallelSize: 3}"));
        edited.setStatus(deployment.getStatus());
        LlmDeploymentStatus result = compose(edited, serving);
        assertThat(condition(result, "Accepted").status()).isEqualTo("False");
        assertThat(result.replicas()).isEqualTo(deployment.getStatus().replicas());
    }

    @Test
    void aRefusedEditOfWhatDoesNotServeShowsTheRefusal() {
        LlmDeploymentStatus result = compose(spec("engine: {tensorParallelSize: 3}"),
                look(service(1, false, 0, null, null)));
        assertThat(condition(result, "Ready").reason()).isEqualTo("TensorParallelInvalid");
    }

    @Test
    void timesMoveOnlyWithTheStatus() {
        LlmDeployment deployment = served(spec(""));
        var serving = look(service(1, false, 2, cluster("RUNNING", "HEALTHY", 1, 1), null));
        deployment.setStatus(at(deployment, serving, Duration.ZERO));
        LlmDeploymentStatus later = at(deployment, serving, Duration.ofHours(1));
        assertThat(later).as("nothing changed: nothing is written").isEqualTo(deployment.getStatus());
        LlmDeploymentStatus gone = at(deployment, look(service(1, false, 0, cluster("RUNNING", "HEALTHY", 1, 1), null)),
                Duration.ofHours(2));
        assertThat(condition(gone, "Ready").lastTransitionTime()).isEqualTo("2026-12-01T14:00:00Z");
        assertThat(condition(gone, "Accepted").lastTransitionTime()).isEqualTo("2026-12-01T12:00:00Z");
    }

    @Test
    void missingKindsAreNamed() {
        LlmDeploymentStatus result = compose(spec(""), new Observation(false, false, null, null, List.of()));
        assertThat(condition(result, "Ready").reason()).isEqualTo("KubeRayNotInstalled");
        assertThat(condition(result, "CapacityReady").reason()).isEqualTo("KarpenterNotInstalled");
        assertThat(result.phase()).hasToString("PENDING");
    }

    @Test
    void suspendedIsNoFault() {
        LlmDeploymentStatus result = compose(spec("suspend: true"), Observation.nothing());
        assertThat(result.phase()).hasToString("SUSPENDED");
        assertThat(result.conditions()).filteredOn(c -> !c.type().equals("Accepted"))
                .allMatch(c -> c.reason().equals("Suspended"));
    }

    @Test
    void aRecognisedFaultIsShownWithItsRemedy() {
        var failed = look(service(1, false, 0, null, cluster("DEPLOY_FAILED", "UNHEALTHY", 1, 1)));
        LlmDeploymentStatus result = with(spec(""), failed, Duration.ZERO, KV_CACHE);
        assertThat(result.diagnosis()).singleElement().isEqualTo(new Diagnosis("KvCacheTooSmall", "it holds 50512",
                "set workload.contextLength to at most 50512", "w-1", "2026-12-01T12:00:00Z"));
        assertThat(condition(result, "Ready").reason()).isEqualTo("DeployFailed");
        assertThat(condition(result, "Ready").message()).isEqualTo("Ray Serve could not deploy the model. KvCacheTooSmall:"
                + " it holds 50512. Set workload.contextLength to at most 50512");
        assertThat(condition(result, "Progressing").message()).contains("KvCacheTooSmall: it holds 50512.");
        assertThat(condition(result, "Accepted").message()).doesNotContain("KvCacheTooSmall");
    }

    /** "Nodes start, images are pulled" is no comfort while a pod fails; the rest of the status goes on as it was. */
    @ParameterizedTest
    @CsvSource({"0, PROVISIONING", "1, STARTING"})
    void whatOnlyTakesItsTimeHasAnotherReasonWhilePodsFail(int ready, String phase) {
        LlmDeploymentStatus result = with(spec(""), look(service(1, false, 0, null,
                cluster("DEPLOYING", "UPDATING", ready, 1))), Duration.ZERO, KV_CACHE);
        assertThat(condition(result, "Ready").reason()).isEqualTo("WorkerFailing");
        assertThat(condition(result, "Ready").message()).startsWith("KvCacheTooSmall: ");
        assertThat(condition(result, "Progressing").reason()).isEqualTo("RollingOut");
        assertThat(result.phase()).hasToString(phase);
    }

    @Test
    void aFaultKeepsItsTimeWhileItLastsAndGoesWithIt() {
        LlmDeployment deployment = spec("");
        var starting = look(service(1, false, 0, null, cluster("DEPLOYING", "UPDATING", 1, 1)));
        deployment.setStatus(with(deployment, starting, Duration.ZERO, KV_CACHE, unknown("AcmeError: at 10:01:02, pid=17")));
        LlmDeploymentStatus later = with(deployment, starting, Duration.ofMinutes(2),
                new Finding("KvCacheTooSmall", "it holds 50512", "set workload.contextLength to at most 50512",
                        List.of("w-0", "w-1"), Map.of()), unknown("AcmeError: at 10:03:09, pid=4711"));
        assertThat(later).as("another pod and another time are no change: nothing is written").isEqualTo(deployment.getStatus());
        LlmDeploymentStatus other = with(deployment, starting, Duration.ofMinutes(3), unknown("OtherError: no"));
        assertThat(other.diagnosis()).singleElement().satisfies(d -> assertThat(d.message()).isEqualTo("OtherError: no"));
        assertThat(at(deployment, starting, Duration.ofMinutes(4)).diagnosis()).isEmpty();
    }

    /** What serves is well, even while a new generation fails beside it. */
    @Test
    void aFaultOfTheNewGenerationDoesNotTouchWhatServes() {
        LlmDeployment deployment = served(spec(""));
        deployment.getMetadata().setGeneration(2L);
        LlmDeploymentStatus result = with(deployment, look(service(2, true, 2, cluster(null, null, 1, 1),
                cluster("DEPLOY_FAILED", "UNHEALTHY", 1, 1))), Duration.ZERO, KV_CACHE);
        assertThat(condition(result, "Ready").status() + condition(result, "Ready").reason()).isEqualTo("TrueServing");
        assertThat(condition(result, "Ready").message()).doesNotContain("KvCacheTooSmall");
        assertThat(condition(result, "Progressing").message()).contains("KvCacheTooSmall");
    }

    @Test
    void noSecretOfRaysWordsIsShown() {
        Cluster failing = new Cluster("c", null, "DEPLOY_FAILED", "AcmeError: hf_AbCdEfGhIjKlMnOp is refused", List.of(), 1, 1);
        assertThat(condition(compose(spec(""), look(service(1, false, 0, null, failing))), "Ready").message())
                .isEqualTo("Ray Serve could not deploy the model: AcmeError: [hidden] is refused");
    }

    private static Finding unknown(String message) {
        return new Finding(Finding.UNKNOWN, message, "look", List.of(), Map.of());
    }

    private static LlmDeploymentStatus with(LlmDeployment deployment, Observation observation, Duration later,
            Finding... findings) {
        return StatusComposer.compose(new StatusInput(deployment, PLANNER.plan(deployment), observation, null,
                History.none(), null, List.of(findings), NOON.plus(later)));
    }

    private static LlmDeployment spec(String rest) {
        LlmDeployment deployment = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment,"
                + " metadata: {name: m, namespace: llm, generation: 1}, spec: {model: {profile: mistral-7b-instruct}, " + rest
                + "}}", LlmDeployment.class);
        deployment.getMetadata().setGeneration(1L);
        return deployment;
    }

    /** The deployment with the status of having served its first generation. */
    private static LlmDeployment served(LlmDeployment deployment) {
        LlmDeployment first = spec("");
        first.setStatus(compose(first, look(service(1, false, 2, cluster("RUNNING", "HEALTHY", 1, 1), null))));
        deployment.setStatus(first.getStatus());
        return deployment;
    }

    private static LlmDeploymentStatus compose(LlmDeployment deployment, Observation observation) {
        return at(deployment, observation, Duration.ZERO);
    }

    private static LlmDeploymentStatus at(LlmDeployment deployment, Observation observation, Duration later) {
        return with(deployment, observation, later);
    }

    private static Observation look(Service service) {
        return new Observation(true, true, service, POOL, List.of());
    }

    private static Service service(long generation, boolean upgrading, int endpoints, Cluster active, Cluster pending) {
        return new Service(generation, true, null, upgrading, endpoints, active, pending);
    }

    private static Cluster cluster(String application, String model, int ready, int desired) {
        return new Cluster("c", null, application, application == null ? null : "words of Ray", application == null ? List.of()
                : List.of(new Deployment("OpenAiIngress", "HEALTHY", ""), new Deployment("LLMServer:m", model, "")), ready,
                desired);
    }

    private static Condition condition(LlmDeploymentStatus status, String type) {
        return status.conditions().stream().filter(c -> c.type().equals(type)).findFirst().orElseThrow();
    }
}
