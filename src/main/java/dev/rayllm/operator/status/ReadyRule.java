package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.LastLine;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Deployment;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.plan.Plan;

/** Ready: from what the children show now, never from what was asked. */
final class ReadyRule {

    /** Deployments of ray.serve.llm that hold a model; the ingress answers long before one does. */
    static final String MODEL_DEPLOYMENT = "LLMServer:";

    private final StatusInput in;
    private final Conditions conditions;

    ReadyRule(StatusInput in, Conditions conditions) {
        this.in = in;
        this.conditions = conditions;
    }

    Verdict verdict() {
        if (in.suspended()) {
            return Verdict.no(Reason.SUSPENDED, "suspended: no replica runs and no GPU is held; set suspend to false to"
                    + " bring the same deployment back");
        }
        Service service = in.observation().service();
        if (in.rejected() != null && service == null) {
            return Verdict.no(in.rejected().reason(), in.rejected().text());
        }
        if (!in.observation().kubeRayInstalled()) {
            return Verdict.no(Reason.KUBERAY_NOT_INSTALLED, "the kind RayService (ray.io/v1) is not served: install the"
                    + " KubeRay operator 1.5 or newer; this goes on by itself then");
        }
        if (service == null) {
            return in.conflict() != null ? Verdict.no(in.conflict().reason(), in.conflict().message())
                    : Verdict.no(Reason.WAITING_FOR_RAY_SERVICE, "the RayService is being made");
        }
        Verdict live = live(service);
        // What does not serve will not before the spec is mended: that is the reason to show.
        return in.rejected() == null || live.isTrue() ? live
                : Verdict.no(in.rejected().reason(), in.rejected().text());
    }

    /** Whether what serves was rendered from the newest generation. */
    boolean servesNewest() {
        Service service = in.observation().service();
        return service != null && service.judged() && !service.upgrading()
                && (service.renderedGeneration() == in.generation() || in.deferred())
                && ScalingRule.behind(in) == null && !addsReplicas(service);
    }

    private Verdict live(Service service) {
        if (service.refusal() != null) {
            return Verdict.no(Reason.RAY_SERVICE_REFUSED, "KubeRay refuses the RayService: " + service.refusal());
        }
        if (service.active() == null) {
            return service.pending() == null ? Verdict.no(Reason.WAITING_FOR_RAY_SERVICE,
                    "KubeRay has not made the Ray cluster yet; is the KubeRay operator running?")
                    : coming(service.pending());
        }
        // While a second cluster comes up KubeRay does not ask the first one: its endpoints are all there is to see.
        if (service.upgrading() && service.active().application() == null) {
            return service.endpoints() > 0
                    ? Verdict.yes(Reason.SERVING, "an earlier generation serves while the new one comes")
                    : Verdict.no(Reason.NO_ENDPOINTS, "no pod of the serving cluster is ready");
        }
        return serving(service);
    }

    private Verdict coming(Cluster cluster) {
        if ("DEPLOY_FAILED".equals(cluster.application())) {
            return Verdict.no(Reason.DEPLOY_FAILED, "Ray Serve could not deploy the model: " + message(cluster));
        }
        Plan plan = in.plan();
        int wanted = plan == null ? 1 : Math.max(plan.scaling().minReplicas(), 0)
                * plan.placement().pipelineParallelSize();
        if (cluster.readyWorkers() < wanted) {
            return new WorkersComing(in, cluster.readyWorkers(), wanted).verdict();
        }
        return Verdict.no(Reason.STARTING, "workers are ready, the engine loads the model"
                + (cluster.message() == null || cluster.message().isEmpty() ? "" : ": " + cluster.message()));
    }

    private Verdict serving(Service service) {
        Cluster active = service.active();
        String application = active.application();
        if (application == null) {
            return Verdict.no(Reason.SERVE_APP_MISSING, "the Ray cluster runs no application; KubeRay puts it back");
        }
        switch (application) {
            case "RUNNING":
                return running(service);
            case "DEPLOY_FAILED":
                return Verdict.no(Reason.DEPLOY_FAILED, "Ray Serve could not deploy the model: " + message(active));
            case "DEPLOYING", "NOT_STARTED":
                return addsReplicas(service) ? Verdict.yes(Reason.SERVING, "replicas are added to those that serve")
                        : Verdict.no(Reason.STARTING, "the engine loads the model");
            default:
                return Verdict.no(Reason.SERVE_APP_UNHEALTHY, "the application is " + application + ": "
                        + message(active));
        }
    }

    private Verdict running(Service service) {
        Deployment model = service.active().deployments().stream()
                .filter(d -> d.name().startsWith(MODEL_DEPLOYMENT)).findFirst().orElse(null);
        if (model != null && !"HEALTHY".equals(model.status()) && !isScaling(model.status())) {
            return Verdict.no(Reason.SERVE_APP_UNHEALTHY, model.name() + " is " + model.status()
                    + (model.message() == null || model.message().isEmpty() ? "" : ": " + model.message()));
        }
        Replicas replicas = Replicas.of(in);
        if (replicas.desired() == 0 && replicas.min() == 0) {
            return Verdict.yes(Reason.SCALED_TO_ZERO, "no request, no replica: the first request starts one and waits for"
                    + " it, so give callers a time-out of minutes");
        }
        if (service.endpoints() == 0) {
            return Verdict.no(Reason.NO_ENDPOINTS, "the application runs, but no pod is ready behind the Service");
        }
        if (replicas.ready() < replicas.min()) {
            return Verdict.no(Reason.BELOW_MINIMUM, replicas.ready() + " of at least " + replicas.min()
                    + " replicas are ready");
        }
        return Verdict.yes(Reason.SERVING, replicas.ready() + (replicas.ready() == 1 ? " replica serves" : " replicas serve"));
    }

    /**
     * Changed scaling options put the application to DEPLOYING while its replicas go on serving (seen with Ray 2.59). An
     * application that is built anew lists no deployment at first, so that it was not ready in the pass before.
     */
    private boolean addsReplicas(Service service) {
        return service.active() != null && "DEPLOYING".equals(service.active().application()) && service.endpoints() > 0
                && conditions.previous(ConditionType.READY).filter(c -> "True".equals(c.status())).isPresent()
                && service.active().deployments().stream().anyMatch(d -> d.name().startsWith(MODEL_DEPLOYMENT)
                        && ("UPDATING".equals(d.status()) || isScaling(d.status())));
    }

    private static boolean isScaling(String status) {
        return "UPSCALING".equals(status) || "DOWNSCALING".equals(status);
    }

    private static String message(Cluster cluster) {
        return LastLine.of(cluster.message());
    }
}
