package dev.rayllm.operator.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.Lab;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.ServeRule;
import dev.rayllm.operator.cluster.WithLab;
import dev.rayllm.operator.foreign.ray.RayCluster;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.realray.RayDoor;
import dev.rayllm.operator.realray.RealRay;
import dev.rayllm.operator.realray.Transcript;
import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/**
 * A deployment {@code m} in the lab with a real Ray behind KubeRay: each worker pod, of which the lab only plays that it
 * runs, becomes a node of that Ray. Only Ray's autoscaler is played: {@link #workersBecome} does what it would do.
 */
@Tag("ray")
@WithLab
abstract class RayScenario {

    /** A start takes a minute on a quiet machine, and ten times that on a loaded one. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    final Lab lab;
    final Fixtures on;
    RealRay ray;
    RayDoor door;
    private RunningOperator operator;
    private Transcript transcript;

    RayScenario(Lab lab, KubernetesClient client) {
        this.lab = lab;
        this.on = new Fixtures(client, client.getNamespace());
    }

    /** Variables of all of Ray's processes. */
    abstract Map<String, String> environment();

    /** Folders before Ray's own packages. */
    abstract List<Path> pythonPath();

    /** What is changed in the configuration beside where Serve listens. */
    Consumer<ObjectNode> change() {
        return config -> { };
    }

    @BeforeEach
    void start(TestInfo test) {
        transcript = new Transcript();
        say(getClass().getSimpleName() + "." + test.getTestMethod().orElseThrow().getName());
        ray = new RealRay(environment(), pythonPath());
        say("a Ray head runs");
        door = new RayDoor(ray.dashboard().address(), RayDoor.onLoopback(ray.serve()).andThen(change()));
        lab.serve().add(ServeRule.forService(on.namespace(), "m").forward(door.address().toString(), ray.serve().toString()));
        OwnCrds.install(on.client());
        operator = RunningOperator.in(lab.server(), on.namespace(), new PlannerSettings(
                new NodeClassRef("karpenter.kwok.sh", "KWOKNodeClass", "gpu"), null, null));
    }

    @AfterEach
    void stop() {
        try (RealRay endedRay = ray; RayDoor closedDoor = door) {
            on.deleteAll();
            say("the deployment and its nodes are gone");
            lab.reset();
            operator.close();
        }
        say("Ray has ended");
    }

    /** A line of the transcript. */
    final void say(String text) {
        transcript.say(text);
    }

    /** Waits as long as a busy machine may need, and says when it was so. */
    final void until(String text, Callable<Boolean> condition) {
        until(text, condition, () -> ray.dashboard().describe() + "\n" + on.deployment("m").getStatus());
    }

    /** The same, with what is to be told when it never comes. */
    final void until(String text, Callable<Boolean> condition, Supplier<String> otherwise) {
        try {
            Awaitility.await(text).atMost(PATIENCE).pollInterval(Duration.ofMillis(300)).until(condition);
        } catch (ConditionTimeoutException e) {
            say("never: " + text + "\n" + otherwise.get());
            throw e;
        }
        say(text);
    }

    /** Applies a deployment and gives its worker pods, as soon as they are there, nodes of Ray. */
    final void apply(String spec, int workers) {
        on.apply("m", spec);
        until("KubeRay has made " + workers + " worker pod(s), " + on.phase("m"), () -> workers().size() == workers);
        joinWorkers();
        until("KubeRay has sent the configuration", () -> door.puts() > 0);
    }

    /** What Ray's autoscaler does: more or fewer workers in the RayCluster. */
    final void workersBecome(int count) {
        RayCluster cluster = on.client().resources(RayCluster.class).inNamespace(on.namespace()).list().getItems().getFirst();
        List<String> doomed = workers().stream().skip(count).map(p -> p.getMetadata().getName()).toList();
        on.client().resources(RayCluster.class).inNamespace(on.namespace()).withName(cluster.getMetadata().getName()).patch(
                PatchContext.of(PatchType.JSON), """
                [{"op": "add", "path": "/spec/workerGroupSpecs/0/replicas", "value": %d},
                 {"op": "add", "path": "/spec/workerGroupSpecs/0/scaleStrategy", "value": {"workersToDelete": [%s]}}]
                """.formatted(count, String.join(",", doomed.stream().map(d -> '"' + d + '"').toList())));
        until("Ray's autoscaler, played: " + count + " worker(s)", () -> workers().size() == count);
        ray.joined().stream().filter(name -> workers().stream().noneMatch(p -> p.getMetadata().getName().equals(name)))
                .forEach(ray::leave);
        joinWorkers();
    }

    private void joinWorkers() {
        workers().stream().filter(p -> !ray.joined().contains(p.getMetadata().getName())).forEach(pod -> {
            ray.join(pod);
            say("a Ray node joined with what its pod has: " + pod.getSpec().getContainers().getFirst().getResources().getLimits());
        });
    }

    /** Workers that are not ending, oldest first. */
    final List<Pod> workers() {
        return on.client().pods().inNamespace(on.namespace()).withLabel(Labels.ROLE, "worker").list().getItems().stream()
                .filter(p -> p.getMetadata().getDeletionTimestamp() == null)
                .sorted(Comparator.comparing(p -> p.getMetadata().getCreationTimestamp())).toList();
    }

    final void becomes(Phase phase) {
        until("phase " + phase, () -> on.phase("m") == phase);
    }

    /** The deployment of the model, as Serve tells it. */
    final JsonNode model() {
        return ray.dashboard().application().path("deployments").path("LLMServer:m");
    }

    /** Ids of the model's replicas that run. */
    final List<String> replicas() {
        return StreamSupport.stream(model().path("replicas").spliterator(), false)
                .filter(r -> r.path("state").asText().equals("RUNNING")).map(r -> r.path("replica_id").asText()).sorted().toList();
    }

    /** Asks the model at the endpoint that status names; the lab leads the name to the real Ray. */
    final HttpResponse<String> chat(String question, String more) {
        URI address = URI.create(on.deployment("m").getStatus().endpoint() + "/chat/completions");
        HttpRequest request = HttpRequest.newBuilder(address).timeout(PATIENCE).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("""
                        {"model": "m", "messages": [{"role": "user", "content": "%s"}], "temperature": 0%s}
                        """.formatted(question, more))).build();
        try {
            return lab.insideCluster().send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
