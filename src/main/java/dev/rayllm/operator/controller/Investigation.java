package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.diagnosis.Diagnoser;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.observe.DeletedPodReader;
import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import dev.rayllm.operator.observe.LogReader;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.PodReader;
import dev.rayllm.operator.observe.ServeMessages;
import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** Looks up what pods, KubeRay's events and logs say, while a deployment does not do what it should. */
final class Investigation {

    private static final Logger LOG = Logger.getLogger(Investigation.class);
    /** KubeRay's label with the name of the Ray cluster. */
    private static final String CLUSTER = "ray.io/cluster";
    private static final int LOG_LINES = 4000;
    /** Only a guard: what is over it is cut from the end. */
    private static final int LOG_BYTES = 4 << 20;
    /** A deployment has few pods that differ in what is wrong with them. */
    private static final int MOST_LOGS = 4;

    private final Map<ResourceID, CaseFile> cases = new ConcurrentHashMap<>();

    /** The faults of now; none, and without a request, while the deployment is well. */
    List<Finding> findings(LlmDeployment deployment, Observation observation, KubernetesClient client, Instant now) {
        ResourceID id = ResourceID.fromResource(deployment);
        if (observation.service() == null || observation.service().isWell()) {
            cases.remove(id);
            return List.of();
        }
        long generation = deployment.getMetadata().getGeneration();
        CaseFile file = cases.compute(id, (i, known) -> known != null && known.isOf(generation) ? known
                // After a restart of ours what was said before counts, after an edit of the user's it does not.
                : new CaseFile(generation, known == null ? now.minus(CaseFile.MEMORY) : now));
        List<Statement> serve = ServeMessages.of(observation.service());
        List<Pod> pods = pods(id, client);
        List<Statement> states = pods.stream().flatMap(p -> PodReader.read(p).stream()).toList();
        pods.stream().map(p -> p.getMetadata().getLabels().get(CLUSTER)).filter(Objects::nonNull).distinct()
                .forEach(cluster -> file.ask("events of " + cluster, now, () -> deletedPods(id, cluster, client, file.notBefore(now))));
        pods.stream().filter(p -> worthReading(p, serve, now)).limit(MOST_LOGS)
                .forEach(p -> file.ask("log of " + p.getMetadata().getName(), now, () -> log(p, client)));
        List<Statement> all = new ArrayList<>(serve);
        all.addAll(states);
        all.addAll(file.statements(now, serve.isEmpty()));
        // What is seen now counts while it is seen; what a pod that failed had to say counts longer than the pod.
        pods.stream().filter(p -> p.getStatus() != null && "Failed".equals(p.getStatus().getPhase()))
                .forEach(p -> file.note("states of " + p.getMetadata().getName(), now, PodReader.read(p)));
        return file.findings(new Evidence(all.stream().distinct().toList()));
    }

    /** For a deployment that is gone. */
    void forget(LlmDeployment deployment) {
        cases.remove(ResourceID.fromResource(deployment));
    }

    /** When Ray Serve has a fault to tell, its cause may stand in the log of a worker that looks well. */
    private static boolean worthReading(Pod pod, List<Statement> serve, Instant now) {
        boolean worker = "worker".equals(pod.getMetadata().getLabels().get(Labels.ROLE));
        return PodReader.rayContainer(pod).isPresent() && (PodReader.shouldSayMore(pod, now) || worker && !serve.isEmpty());
    }

    private static List<Pod> pods(ResourceID id, KubernetesClient client) {
        try {
            return list(id, client);
        } catch (KubernetesClientException e) {
            // To know less of a fault must not stop the pass.
            LOG.debugf("pods of %s cannot be listed: %s", id, e.getMessage());
            return List.of();
        }
    }

    private static List<Pod> list(ResourceID id, KubernetesClient client) {
        return client.pods().inNamespace(id.getNamespace().orElseThrow()).withLabel(Labels.MANAGED_BY, Labels.OPERATOR)
                .withLabel(Labels.DEPLOYMENT, id.getName()).list().getItems().stream()
                .sorted((a, b) -> a.getMetadata().getName().compareTo(b.getMetadata().getName())).toList();
    }

    private static List<Statement> deletedPods(ResourceID id, String cluster, KubernetesClient client,
            Instant notBefore) {
        try {
            return client.v1().events().inNamespace(id.getNamespace().orElseThrow())
                    .withField("involvedObject.kind", "RayCluster").withField("involvedObject.name", cluster).list()
                    .getItems().stream().map(e -> DeletedPodReader.read(e, notBefore))
                    .flatMap(Optional::stream).distinct().limit(MOST_LOGS).toList();
        } catch (KubernetesClientException e) {
            LOG.debugf("events of %s cannot be read: %s", cluster, e.getMessage());
            return List.of();
        }
    }

    /** The end of a log that tells of a fault; empty where there is none to be had, as on a node that is gone. */
    private static List<Statement> log(Pod pod, KubernetesClient client) {
        String name = pod.getMetadata().getName();
        String path = "/api/v1/namespaces/" + pod.getMetadata().getNamespace() + "/pods/" + name + "/log?container="
                + PodReader.rayContainer(pod).orElseThrow() + "&tailLines=" + LOG_LINES + "&limitBytes=" + LOG_BYTES
                + (PodReader.logIsOfTheRunBefore(pod) ? "&previous=true" : "");
        try {
            String text = client.raw(path);
            List<Statement> end = text == null ? List.of() : List.of(new Statement(Source.LOG, name, LogReader.end(text)));
            return Diagnoser.builtIn().diagnose(new Evidence(end)).isEmpty() ? List.of() : end;
        } catch (KubernetesClientException e) {
            LOG.debugf("log of %s cannot be read: %s", name, e.getMessage());
            return List.of();
        }
    }
}
