package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.controller.condition.ServedKinds;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.observe.GatewayReader;
import dev.rayllm.operator.observe.NodePoolReader;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Gateway;
import dev.rayllm.operator.observe.Observation.Live;
import dev.rayllm.operator.observe.RayClusterReader;
import dev.rayllm.operator.observe.RayServiceReader;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.rollout.History;
import dev.rayllm.operator.rollout.Rollout;
import dev.rayllm.operator.status.Conflict;
import dev.rayllm.operator.render.monitoring.Monitoring;
import dev.rayllm.operator.status.StatusInput;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The children as the caches show them.
 *
 * @param service     the RayService, or null
 * @param pool        the NodePool, if it is ours, or null
 * @param observation what they show
 * @param conflict    why a child cannot be made; null when it can
 * @param kindMissing whether a kind that is needed is not served
 * @param childMissing whether a child that is wanted is not there
 */
record Sight(RayService service, NodePool pool, Observation observation, Conflict conflict, boolean kindMissing,
        boolean childMissing) {

    static Sight of(LlmDeployment deployment, Outcome outcome, Context<LlmDeployment> context, boolean mayPool,
            ClusterWatch watch) {
        boolean kubeRay = ServedKinds.rayService(context.getClient());
        boolean karpenter = mayPool && ServedKinds.nodePool(context.getClient());
        RayService found = kubeRay ? service(deployment, context) : null;
        RayService service = found != null && ofThis(found, deployment) ? found : null;
        NodePool pool = karpenter ? pool(deployment, context) : null;
        boolean own = pool == null || ownedBy(pool, deployment);
        List<Live> clusters = !kubeRay ? List.of() : RayClusters.of(deployment, context).stream()
                .map(c -> RayClusterReader.read(c, Labels.CLUSTER_HASH)).toList();
        Observation observation = new Observation(kubeRay, karpenter, service == null ? null
                : RayServiceReader.read(service, Labels.GENERATION, Names.APPLICATION, clusters),
                pool == null || !own ? null : NodePoolReader.read(pool), clusters,
                watch.look(deployment, context), gateway(deployment, context));
        boolean wantsPool = outcome instanceof Outcome.Planned p && p.plan().pool().mode() == NodesMode.KARPENTER;
        return new Sight(service, own ? pool : null, observation,
                found != service ? conflict(found) : own ? null : conflict(pool),
                !kubeRay || wantsPool && !karpenter || monitoringMissing(deployment, context), service == null || wantsPool && pool == null);
    }

    /** Whether a worker is ready. */
    boolean serves() {
        return observation.capacity().workers().stream().anyMatch(NodePod::ready);
    }

    /** Asked for in words, it is looked for often; else it comes with the usual pass of some minutes. */
    private static boolean monitoringMissing(LlmDeployment deployment, Context<LlmDeployment> context) {
        return Monitoring.asked(deployment) && !ServedKinds.monitoring(context.getClient());
    }

    private static Gateway gateway(LlmDeployment deployment, Context<LlmDeployment> context) {
        String name = Names.gateway(deployment.getMetadata().getName());
        return context.getSecondaryResources(Deployment.class).stream()
                .filter(d -> d.getMetadata().getName().equals(name)).findFirst()
                .map(d -> GatewayReader.read(d, ProviderKeys.look(deployment, context.getClient()))).orElse(null);
    }

    /** Asked for when the cache has none: it watches this kind only after the first pass that applied something. */
    private static RayService service(LlmDeployment deployment, Context<LlmDeployment> context) {
        return context.getSecondaryResource(RayService.class)
                .orElseGet(() -> context.getClient().resources(RayService.class)
                        .inNamespace(deployment.getMetadata().getNamespace())
                        .withName(Names.rayService(deployment.getMetadata().getName())).get());
    }

    private static NodePool pool(LlmDeployment deployment, Context<LlmDeployment> context) {
        return context.getSecondaryResource(NodePool.class)
                .orElseGet(() -> context.getClient().resources(NodePool.class).withName(Names.nodePool(
                        deployment.getMetadata().getNamespace(), deployment.getMetadata().getName())).get());
    }

    StatusInput statusInput(LlmDeployment deployment, Outcome outcome, Rollout rollout, History history,
            List<Finding> findings, Instant now) {
        return new StatusInput(deployment, outcome, observation, rollout, history, conflict, findings, now);
    }

    private static boolean ownedBy(HasMetadata pool, LlmDeployment deployment) {
        Map<String, String> labels = pool.getMetadata().getLabels();
        return labels != null && deployment.getMetadata().getUid().equals(labels.get(Labels.OWNER_UID));
    }

    private static boolean ofThis(RayService service, LlmDeployment deployment) {
        return service.getMetadata().getOwnerReferences().stream()
                .anyMatch(o -> o.getUid().equals(deployment.getMetadata().getUid()));
    }

    private static Conflict conflict(NodePool pool) {
        return new Conflict(Reason.NODE_POOL_CONFLICT, "NodePool " + pool.getMetadata().getName() + " is there and is not"
                + " of this deployment (its label " + Labels.OWNER_UID + " is missing or another's): it is not touched;"
                + " delete it, and this goes on by itself");
    }

    private static Conflict conflict(RayService service) {
        return new Conflict(Reason.RAY_SERVICE_CONFLICT, "RayService " + service.getMetadata().getName() + " is there and"
                + " was not made for this deployment: it is not touched; delete or rename it, or give this deployment"
                + " another name; this goes on by itself then");
    }
}
