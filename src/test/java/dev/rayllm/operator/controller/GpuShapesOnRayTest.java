package dev.rayllm.operator.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.Lab;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Services for GPUs, as rendered, on a real Ray Serve whose nodes have the GPUs of the worker pods in name. Only the engine is
 * a stand-in ({@code hack/ray/real/fake_engine.py}).
 */
@Tag("ray")
class GpuShapesOnRayTest extends RayScenario {

    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}";
    private static final String LLAMA = "model: {profile: llama-3.1-8b-instruct}, hardware: {gpus: [L4]}";
    private static final String QUICK = "targetOngoingRequests: 2, maxOngoingRequests: 4, upscaleDelay: 2s, downscaleDelay: 5s, lookBackPeriod: 5s";

    GpuShapesOnRayTest(Lab lab, KubernetesClient client) {
        super(lab, client);
    }

    @Override
    Map<String, String> environment() {
        return Map.of("RAYLLM_VLLM_ENGINE_CLS", "fake_engine.FakeEngine");
    }

    @Override
    List<Path> pythonPath() {
        return List.of(Path.of("hack/ray/real"));
    }

    /** Serve scales on requests in flight, and takes other bounds and targets without a restart of a replica. */
    @Test
    void oneGpuScalesOnRequestsAndTakesOtherBoundsInPlace() throws Exception {
        String engine = MISTRAL + ", engine: {env: [{name: FAKE_REPLY_S, value: '2'}]}, scaling: {minReplicas: 1, ";
        apply(engine + "maxReplicas: 2, " + QUICK + "}", 1);
        becomes(Phase.READY);
        assertThat(bundles()).containsExactly("2 CPU 1 GPU");
        try (Callers callers = new Callers(6, () -> chat("Hello?", "").statusCode())) {
            until("six callers: Serve wants 2 replicas", () -> model().path("target_num_replicas").asInt() == 2);
            workersBecome(2);
            until("2 replicas run", () -> replicas().size() == 2);
            until("status says 2/2", () -> on.deployment("m").getStatus().replicas().summary().equals("2/2"));
            Map<Integer, Integer> answers = callers.stop();
            say("the callers got " + answers);
            assertThat(answers).as("while it scaled").containsOnlyKeys(200);
        }
        assertThat(bundles()).containsExactly("2 CPU 1 GPU", "2 CPU 1 GPU");
        until("no caller: 1 replica runs", () -> replicas().size() == 1 && model().path("target_num_replicas").asInt() == 1);
        List<String> before = replicas();
        int puts = door.puts();
        Set<String> seen = new LinkedHashSet<>();
        on.apply("m", engine + "maxReplicas: 3, " + QUICK.replace("targetOngoingRequests: 2", "targetOngoingRequests: 3") + "}");
        until("other bounds and target are in force", () -> {
            assertThat(on.condition("m", "Ready")).as("at every moment").isEqualTo("True/Serving");
            seen.add(ray.dashboard().application().path("status").asText() + ", " + model().path("status").asText("no model"));
            JsonNode scaling = model().at("/deployment_config/autoscaling_config");
            return scaling.path("max_replicas").asInt() == 3 && scaling.path("target_ongoing_requests").asDouble() == 3
                    && on.condition("m", "Progressing").equals("False/UpToDate");
        });
        say("Serve said meanwhile: " + seen);
        assertThat(door.puts()).isGreaterThan(puts);
        assertThat(replicas()).as("the replica that ran before").isEqualTo(before);
    }

    /** No worker at all while nobody asks; a caller waits for the whole start and gets an answer. */
    @Test
    void scalesToZeroAndBack() throws Exception {
        apply(MISTRAL + ", scaling: {minReplicas: 0, maxReplicas: 2, scaleToZeroAfter: 10s, " + QUICK + "}", 0);
        becomes(Phase.SCALED_TO_ZERO);
        assertThat(bundles()).isEmpty();
        try (ExecutorService caller = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> answer = caller.submit(() -> chat("Hello?", ""));
            until("somebody asks: Serve wants an ingress", () ->
                    ray.dashboard().application().at("/deployments/OpenAiIngress/target_num_replicas").asInt() > 0);
            workersBecome(1);
            HttpResponse<String> said = answer.get();
            say("answered: " + said.statusCode());
            assertThat(said.statusCode()).as(said.body()).isEqualTo(200);
        }
        becomes(Phase.READY);
        until("nobody asks: no replica runs", () -> replicas().isEmpty() && model().path("target_num_replicas").asInt() == 0);
        workersBecome(0);
        becomes(Phase.SCALED_TO_ZERO);
    }

    /** Four bundles for one replica, which STRICT_PACK keeps on one pod; its CPUs must hold them and the ingress. */
    @Test
    void fourGpusOfOnePod() {
        apply(LLAMA + ", engine: {tensorParallelSize: 4}", 1);
        becomes(Phase.READY);
        assertThat(bundles()).containsExactly("1 CPU 1 GPU", "1 CPU 1 GPU", "1 CPU 1 GPU", "2 CPU 1 GPU");
        assertThat(nodes()).hasSize(1);
        assertThat(chat("Hello?", "").statusCode()).isEqualTo(200);
    }

    /** Two stages of two GPUs: two pods, two bundles on each. */
    @Test
    void twoStagesOnTwoPods() {
        apply(LLAMA + ", engine: {tensorParallelSize: 2, pipelineParallelSize: 2}", 2);
        becomes(Phase.READY);
        assertThat(bundles()).containsExactly("1 CPU 1 GPU", "1 CPU 1 GPU", "1 CPU 1 GPU", "2 CPU 1 GPU");
        assertThat(nodes().values()).containsExactly(2L, 2L);
        assertThat(chat("Hello?", "").statusCode()).isEqualTo(200);
    }

    /** The bundles of all placement groups that Ray has found room for. */
    private List<String> bundles() {
        List<String> bundles = new ArrayList<>();
        for (JsonNode group : ray.dashboard().placementGroups()) {
            assertThat(group.path("state").asText()).isEqualTo("CREATED");
            group.path("bundles").forEach(b -> bundles.add("%d CPU %d GPU".formatted(
                    b.at("/unit_resources/CPU").asInt(), b.at("/unit_resources/GPU").asInt())));
        }
        bundles.sort(null);
        say("placement groups: " + bundles);
        return bundles;
    }

    /** Bundles for each node. */
    private Map<String, Long> nodes() {
        return ray.dashboard().placementGroups().stream().flatMap(g -> g.path("bundles").findValuesAsText("node_id").stream())
                .collect(Collectors.groupingBy(node -> node, Collectors.counting()));
    }
}
