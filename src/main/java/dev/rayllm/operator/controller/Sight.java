package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.controller.condition.ServedKinds;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.observe.NodePoolReader;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.RayServiceReader;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.render.NodePools;
import dev.rayllm.operator.render.RayServices;
import dev.rayllm.operator.render.Stamp;
import dev.rayllm.operator.status.StatusInput;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.time.Instant;
import java.util.Map;

/** The children as the caches show them. */
record Sight(Observation observation, boolean deferred, String conflict, boolean kindMissing, boolean childMissing) {

    static Sight of(LlmDeployment deployment, Outcome outcome, Context<LlmDeployment> context, boolean mayPool) {
        boolean kubeRay = ServedKinds.rayService(context.getClient());
        boolean karpenter = mayPool && ServedKinds.nodePool(context.getClient());
        RayService service = kubeRay ? context.getSecondaryResource(RayService.class).orElse(null) : null;
        NodePool pool = karpenter ? context.getSecondaryResource(NodePool.class).orElse(null) : null;
        boolean own = pool == null || ownedBy(pool, deployment);
        Observation observation = new Observation(kubeRay, karpenter,
                service == null ? null : RayServiceReader.read(service, Labels.GENERATION, Names.APPLICATION),
                pool == null || !own ? null : NodePoolReader.read(pool));
        boolean wantsPool = outcome instanceof Outcome.Planned p && p.plan().pool().mode() == NodesMode.KARPENTER;
        return new Sight(observation, deferred(deployment, outcome, service, own ? pool : null),
                own ? null : conflict(pool), !kubeRay || wantsPool && !karpenter,
                service == null || wantsPool && pool == null);
    }

    StatusInput statusInput(LlmDeployment deployment, Outcome outcome, Instant now) {
        return new StatusInput(deployment, outcome, observation, deferred, conflict, now);
    }

    private static boolean ownedBy(NodePool pool, LlmDeployment deployment) {
        Map<String, String> labels = pool.getMetadata().getLabels();
        return labels != null && deployment.getMetadata().getUid().equals(labels.get(Labels.OWNER_UID));
    }

    private static String conflict(NodePool pool) {
        return "NodePool " + pool.getMetadata().getName() + " was left by an earlier deployment of this name (its label "
                + Labels.OWNER_UID + " is another): it is not touched; delete it, and this goes on by itself";
    }

    private static boolean deferred(LlmDeployment deployment, Outcome outcome, RayService service, NodePool pool) {
        if (!(outcome instanceof Outcome.Planned planned) || Boolean.TRUE.equals(deployment.getSpec().suspend())) {
            return false;
        }
        return service != null && Stamp.sameEditOtherResult(service, RayServices.of(deployment, planned.plan()))
                || pool != null && planned.plan().pool().mode() == NodesMode.KARPENTER
                && Stamp.sameEditOtherResult(pool, NodePools.of(deployment, planned.plan()));
    }
}
