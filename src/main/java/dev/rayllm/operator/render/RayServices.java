package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.foreign.ray.AutoscalerOptions;
import dev.rayllm.operator.foreign.ray.RayClusterSpec;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.foreign.ray.RayServiceSpec;
import dev.rayllm.operator.foreign.ray.RayServiceUpgradeStrategy;
import dev.rayllm.operator.foreign.ray.WorkerGroupSpec;
import dev.rayllm.operator.plan.Plan;
import java.util.List;

/** The RayService of a deployment. */
public final class RayServices {

    private RayServices() {
    }

    /** Renders the RayService: cluster, Serve application and how changes roll out. */
    public static RayService of(LlmDeployment deployment, Plan plan) {
        RayService service = new RayService();
        service.setMetadata(OwnedMetadata.of(deployment, Names.rayService(deployment.getMetadata().getName())));
        RayClusterSpec cluster = cluster(deployment, plan);
        service.setSpec(new RayServiceSpec(ServeConfigs.of(deployment.getSpec(), plan),
                new RayServiceUpgradeStrategy("NewCluster"), (int) Pods.GRACE_SECONDS, cluster));
        Stamp.mark(service, deployment.getMetadata().getGeneration(), plan.option());
        service.getMetadata().getAnnotations().put(Labels.CLUSTER_HASH, Stamp.hash(withoutBounds(cluster)));
        return service;
    }

    /** As KubeRay compares clusters: bounds of the worker group do not count. */
    private static RayClusterSpec withoutBounds(RayClusterSpec cluster) {
        return new RayClusterSpec(cluster.rayVersion(), cluster.enableInTreeAutoscaling(), cluster.autoscalerOptions(),
                cluster.headGroupSpec(), cluster.workerGroupSpecs().stream().map(g -> new WorkerGroupSpec(g.groupName(),
                        null, null, g.numOfHosts(), g.rayStartParams(), g.template())).toList());
    }

    /**
     * KubeRay hands a changed Serve config to the running cluster, where Serve stops replicas before it starts new
     * ones; and it does not compare tolerations at all (ray-project/kuberay#4568). Hashed into the head pod, either
     * makes a second cluster, which takes over once it serves. So do other machines: pods ask for their
     * pool alone, and would stay on the nodes that they are on.
     */
    private static String restartHash(LlmDeploymentSpec spec, Plan plan) {
        return Stamp.hash(List.of(ServeConfigs.restarting(spec, plan),
                spec.nodes() == null ? List.of() : spec.nodes().tolerations(),
                plan.placement().instanceTypes().stream().sorted().toList(), plan.pool().capacityTypes(),
                plan.pool().zones()));
    }

    private static RayClusterSpec cluster(LlmDeployment deployment, Plan plan) {
        String namespace = deployment.getMetadata().getNamespace();
        String name = deployment.getMetadata().getName();
        return new RayClusterSpec(plan.runtime().rayVersion(), true, autoscaler(plan),
                HeadGroups.of(name, deployment.getSpec(), plan, restartHash(deployment.getSpec(), plan)),
                List.of(WorkerGroups.of(namespace, name, deployment.getSpec(), plan)));
    }

    /**
     * Ray gives an idle node back only after Serve has had time to take its replica away: above the downscale delay,
     * else a node between two replicas goes (ray-project/kuberay#5004).
     */
    private static AutoscalerOptions autoscaler(Plan plan) {
        int idle = (int) plan.scaling().downscaleDelay().toSeconds() + 60;
        return new AutoscalerOptions("v2", idle, Pods.containerSecurity());
    }
}
