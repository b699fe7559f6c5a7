package dev.rayllm.operator.status;

import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Plan;

/** Whether all requests go outside because the model is scaled to zero, or on its way back from there. */
public final class Diversion {

    private Diversion() {
    }

    /** Only where the spec lets the model sleep, and callers are not to wait for it. */
    public static boolean of(Plan plan, Observation observation) {
        if (plan.fallback() == null || !plan.fallback().divert()) {
            return false;
        }
        Service service = observation.service();
        if (service == null || service.active() == null) {
            return true;
        }
        // While a second cluster comes up KubeRay does not ask the first one, which may well serve.
        if (service.upgrading() && service.active().application() == null) {
            return service.endpoints() == 0;
        }
        int nodes = plan.placement().pipelineParallelSize();
        int ready = service.active().readyWorkers() / nodes;
        int desired = service.active().desiredWorkers() / nodes;
        // A pod is ready when its Ray node is: the first replica's engine has to load yet.
        boolean loading = service.active().deployments().stream()
                .anyMatch(d -> d.name().startsWith(ReadyRule.MODEL_DEPLOYMENT) && "UPSCALING".equals(d.status()));
        return ready == 0 || desired <= 1 && loading;
    }
}
