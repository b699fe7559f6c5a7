package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.gateway.Gateways;
import dev.rayllm.operator.render.monitoring.Monitoring;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/** All children of a deployment. */
public final class Children {

    private Children() {
    }

    /**
     * The children in the order in which they are applied; while suspended, of the model none. What watches them is among
     * them where the spec asks for it; without a word in the spec it is applied only where its kinds are served.
     */
    public static List<HasMetadata> of(LlmDeployment deployment, Plan plan) {
        List<HasMetadata> children = new ArrayList<>(Gateways.of(deployment, plan));
        if (Boolean.TRUE.equals(deployment.getSpec().suspend())) {
            return children;
        }
        if (plan.pool().mode() == NodesMode.KARPENTER) {
            children.add(NodePools.of(deployment, plan));
        }
        children.add(RayServices.of(deployment, plan));
        if (Monitoring.asked(deployment)) {
            children.addAll(Monitoring.of(deployment, plan));
        }
        return children;
    }
}
