package dev.rayllm.operator.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.api.v1alpha1.Diagnosis;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.Lab;
import dev.rayllm.operator.diagnosis.Diagnoser;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import dev.rayllm.operator.observe.LogReader;
import dev.rayllm.operator.realray.RayDoor;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A small real model on vLLM's CPU build, from LlmDeployment to the answer. {@link RayDoor#onCpu} says what is changed for it. */
@Tag("ray")
class ModelOnRayTest extends RayScenario {

    /** Figures of HuggingFaceTB/SmolLM2-135M-Instruct's config.json; weights in bfloat16. */
    private static final String PROFILE = """
            apiVersion: rayllm.dev/v1alpha1
            kind: ModelProfile
            metadata: {name: smollm2-135m}
            spec:
              id: HuggingFaceTB/SmolLM2-135M-Instruct
              architecture: {model_type: llama, hidden_size: 576, num_hidden_layers: 30, num_attention_heads: 9,
                num_key_value_heads: 3, head_dim: 64, intermediate_size: 1536, vocab_size: 49152, tie_word_embeddings: true,
                max_position_embeddings: 8192}
              weights: {bytes: 269030016}
              defaults: {contextLength: 1024}
            """;
    private static final String MODEL = "model: {profile: smollm2-135m}, engine: {maxNumSeqs: 4";

    ModelOnRayTest(Lab lab, KubernetesClient client) {
        super(lab, client);
    }

    @Override
    Map<String, String> environment() {
        return Map.of("VLLM_CPU_KVCACHE_SPACE", "1", "VLLM_CPU_OMP_THREADS_BIND", "nobind", "HF_HUB_OFFLINE", "1");
    }

    @Override
    List<Path> pythonPath() {
        return List.of(Path.of(System.getProperty("rayllm.ray.cpu")));
    }

    @Override
    Consumer<ObjectNode> change() {
        return RayDoor.onCpu(System.getProperty("rayllm.ray.model"));
    }

    @BeforeEach
    void profile() {
        on.client().resource(Serialization.unmarshal(PROFILE, ModelProfile.class)).forceConflicts().serverSideApply();
    }

    @Test
    void itAnswersAtTheEndpointThatStatusNames() throws IOException {
        apply(MODEL + "}", 1);
        becomes(Phase.READY);
        HttpResponse<String> answer = chat("What is the capital of France?", ", \"max_tokens\": 20");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode said = Serialization.unmarshal(answer.body(), JsonNode.class);
        say(on.deployment("m").getStatus().endpoint() + " says: " + said.at("/choices/0/message/content").asText());
        assertThat(said.at("/choices/0/message/content").asText()).contains("Paris");
        assertThat(said.at("/usage/completion_tokens").asInt()).isBetween(1, 20);
        HttpResponse<String> stream = chat("What is the capital of France?", ", \"max_tokens\": 20, \"stream\": true");
        assertThat(stream.headers().firstValue("content-type").orElse("")).contains("text/event-stream");
        List<String> events = stream.body().lines().filter(l -> l.startsWith("data: ")).map(l -> l.substring(6)).toList();
        say("streamed, in " + events.size() + " events");
        assertThat(events).hasSizeGreaterThan(3).endsWith("[DONE]");
        String text = events.stream().filter(e -> !e.equals("[DONE]"))
                .map(e -> Serialization.unmarshal(e, JsonNode.class).at("/choices/0/delta/content").asText("")).reduce("", String::concat);
        assertThat(text).isEqualTo(said.at("/choices/0/message/content").asText());
        exportsWhatMonitoringReads();
    }

    private void exportsWhatMonitoringReads() throws IOException {
        // Blocks of a prompt are found again only when they are full, and those of the CPU hold 128 tokens.
        chat("Which of these is a fruit? " + "A stone, a river, an apple. ".repeat(30), ", \"max_tokens\": 2");
        chat("Which of these is a fruit? " + "A stone, a river, an apple. ".repeat(30), ", \"max_tokens\": 2");
        Set<String> missing = Files.readAllLines(Path.of("src/test/resources/ray/metrics.txt")).stream()
                .filter(line -> !line.startsWith("#")).collect(Collectors.toCollection(TreeSet::new));
        assertThat(missing).isNotEmpty();
        int wanted = missing.size();
        until("Ray exports all " + wanted + " series that monitoring reads", () -> {
            ray.metrics().lines().map(line -> line.split("[{ ]", 2)[0]).forEach(missing::remove);
            return missing.isEmpty();
        }, () -> "missing: " + missing);
    }

    /**
     * Serve only passes on that the engine did not start. Why it did not stands in the log of the worker, where
     * RAY_LOG_TO_STDERR brings it: two blocks of 128 tokens do not hold a request of 1024.
     */
    @Test
    void anEngineThatCannotStartSaysWhy() {
        apply(MODEL + ", extraArgs: {num_gpu_blocks_override: 2}}", 1);
        becomes(Phase.FAILED);
        say("Ready: " + on.message("m", "Ready"));
        assertThat(on.condition("m", "Ready")).isEqualTo("False/DeployFailed");
        assertThat(on.deployment("m").getStatus().diagnosis()).extracting(Diagnosis::code).containsExactly("EngineStartFailed");
        String pod = ray.joined().getFirst();
        List<Finding> findings = Diagnoser.builtIn().diagnose(new Evidence(List.of(
                new Statement(Source.LOG, pod, LogReader.end(ray.log(pod))))));
        say("the worker's log: " + findings);
        assertThat(findings).extracting(Finding::code).containsExactly("KvCacheTooSmall");
        assertThat(findings.getFirst().figures()).containsEntry("asked", "1024").containsEntry("fits", "256");
    }
}
