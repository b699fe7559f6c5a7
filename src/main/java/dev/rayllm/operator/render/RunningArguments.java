package dev.rayllm.operator.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.foreign.ray.HeadGroupSpec;
import dev.rayllm.operator.foreign.ray.RayClusterSpec;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.foreign.ray.RayServiceSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the application's arguments that run when only scaling options were edited. Serve restarts every replica when
 * the text of its arguments changes; the same options under {@code deployments}, which win, reach running replicas.
 */
public final class RunningArguments {

    private static final String ARGUMENTS = "/applications/0/args";

    private RunningArguments() {
    }

    /**
     * The service to apply: as rendered, with the arguments of the first of these services that holds the same model,
     * engine and ingress.
     *
     * @param rendered what the spec comes to on an empty cluster
     * @param running  services whose arguments may be running, the likeliest first
     */
    public static RayService keep(RayService rendered, List<RayService> running) {
        String hash = restartHash(rendered);
        return running.stream().filter(r -> hash != null && hash.equals(restartHash(r))).findFirst()
                .map(r -> withArguments(rendered, r)).orElse(rendered);
    }

    private static RayService withArguments(RayService rendered, RayService running) {
        JsonNode config = ServeConfigs.read(rendered.getSpec().serveConfigV2());
        JsonNode kept = ServeConfigs.read(running.getSpec().serveConfigV2()).at(ARGUMENTS);
        if (kept.isMissingNode() || kept.equals(config.at(ARGUMENTS))) {
            return rendered;
        }
        ((ObjectNode) config.at("/applications/0")).set("args", kept);
        RayServiceSpec spec = rendered.getSpec();
        RayService service = new RayService();
        service.setMetadata(rendered.getMetadata());
        service.setSpec(new RayServiceSpec(ServeConfigs.write(config), spec.upgradeStrategy(),
                spec.rayClusterDeletionDelaySeconds(), spec.rayClusterConfig()));
        return service;
    }

    private static String restartHash(RayService service) {
        return Optional.ofNullable(service.getSpec()).map(RayServiceSpec::rayClusterConfig)
                .map(RayClusterSpec::headGroupSpec).map(HeadGroupSpec::template).map(PodTemplateSpec::getMetadata)
                .map(ObjectMeta::getAnnotations).map(a -> a.get(Labels.RESTART_HASH)).orElse(null);
    }
}
