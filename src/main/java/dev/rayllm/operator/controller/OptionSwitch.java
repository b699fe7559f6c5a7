package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.render.Stamp;
import dev.rayllm.operator.rollout.Rollout;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/**
 * Takes down a start for which no node came, before the next option is begun. Its pods ask for the same pool: they would
 * take the new nodes, for an engine that is set for other GPUs.
 */
final class OptionSwitch {

    private OptionSwitch() {
    }

    /**
     * Whether the earlier start is still there; takes the next step then. A worker that is ready is never taken down for
     * this, and what was rolled back to belongs to another generation.
     *
     * @param pods pods of the deployment
     */
    static boolean underWay(LlmDeployment deployment, Outcome outcome, Rollout rollout, Sight sight, KubernetesClient client,
            List<Pod> pods) {
        boolean other = outcome instanceof Outcome.Planned planned && planned.plan().option() > 0;
        if (!other || rollout == null || rollout.rolledBack() || sight.serves()
                || !sight.observation().kubeRayInstalled()) {
            return false;
        }
        RayService service = sight.service();
        if (service == null) {
            return !pods.isEmpty();
        }
        if (service.getMetadata().getDeletionTimestamp() != null) {
            return true;
        }
        if (Stamp.sameOption(service, rollout.target().service())) {
            return false;
        }
        client.resource(service).delete();
        return true;
    }
}
