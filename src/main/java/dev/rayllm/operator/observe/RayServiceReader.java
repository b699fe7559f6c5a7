package dev.rayllm.operator.observe;

import dev.rayllm.operator.foreign.ray.ApplicationStatus;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.foreign.ray.RayServiceStatus;
import dev.rayllm.operator.foreign.ray.RayServiceStatuses;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Deployment;
import dev.rayllm.operator.observe.Observation.Live;
import dev.rayllm.operator.observe.Observation.Service;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Objects;

/** Reads a RayService. */
public final class RayServiceReader {

    private RayServiceReader() {
    }

    /**
     * What a RayService shows.
     *
     * @param generationAnnotation annotation that holds the generation it was rendered from
     * @param application          name of the Serve application
     * @param clusters             the RayClusters of the deployment
     */
    public static Service read(RayService service, String generationAnnotation, String application,
            List<Live> clusters) {
        RayServiceStatus status = service.getStatus();
        long generation = generation(service, generationAnnotation);
        if (status == null) {
            return new Service(generation, false, null, false, 0, null, null);
        }
        boolean judged = Objects.equals(status.observedGeneration(), service.getMetadata().getGeneration());
        int endpoints = status.numServeEndpoints() == null ? 0 : status.numServeEndpoints();
        return new Service(generation, judged, refusal(status, judged), isTrue(status, "UpgradeInProgress"), endpoints,
                cluster(status.activeServiceStatus(), application, clusters),
                cluster(status.pendingServiceStatus(), application, clusters));
    }

    private static long generation(RayService service, String annotation) {
        var annotations = service.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(annotation);
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    }

    /** KubeRay keeps this condition after the spec was mended, so it counts only for the newest spec. */
    private static String refusal(RayServiceStatus status, boolean judged) {
        if (!judged || status.conditions() == null) {
            return null;
        }
        return status.conditions().stream()
                .filter(c -> "Ready".equals(c.getType()) && "ValidationFailed".equals(c.getReason()))
                .map(Condition::getMessage).findFirst().orElse(null);
    }

    private static boolean isTrue(RayServiceStatus status, String type) {
        return status.conditions() != null && status.conditions().stream()
                .anyMatch(c -> type.equals(c.getType()) && "True".equals(c.getStatus()));
    }

    private static Cluster cluster(RayServiceStatuses statuses, String application, List<Live> clusters) {
        if (statuses == null || statuses.rayClusterName() == null || statuses.rayClusterName().isEmpty()) {
            return null;
        }
        var workers = statuses.rayClusterStatus();
        int ready = workers == null || workers.readyWorkerReplicas() == null ? 0 : workers.readyWorkerReplicas();
        int desired = workers == null || workers.desiredWorkerReplicas() == null ? 0 : workers.desiredWorkerReplicas();
        String name = statuses.rayClusterName();
        String hash = clusters.stream().filter(c -> c.name().equals(name)).map(Live::hash).findFirst().orElse(null);
        ApplicationStatus app = statuses.applicationStatuses() == null ? null
                : statuses.applicationStatuses().get(application);
        return app == null ? new Cluster(name, hash, null, null, List.of(), ready, desired)
                : new Cluster(name, hash, app.status(), app.message(), deployments(app), ready, desired);
    }

    private static List<Deployment> deployments(ApplicationStatus app) {
        return app.serveDeploymentStatuses() == null ? List.of() : app.serveDeploymentStatuses().entrySet().stream()
                .map(e -> new Deployment(e.getKey(), e.getValue().status(), e.getValue().message())).toList();
    }
}
