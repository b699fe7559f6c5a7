package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/**
 * Whether nodes are made for the deployment, or still serve it: after a change to nodes that are there already, the pool
 * stays until the new generation serves. Unmet, the NodePool is deleted.
 */
public class NodePoolWanted implements Condition<NodePool, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<NodePool, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        if (Boolean.TRUE.equals(primary.getSpec().suspend())) {
            return false;
        }
        if (Planning.of(context).held()) {
            return context.getSecondaryResource(NodePool.class).isPresent();
        }
        return Planning.of(context).target().pool() != null
                || context.getSecondaryResource(NodePool.class).isPresent() && !serves(primary);
    }

    private static boolean serves(LlmDeployment primary) {
        return primary.getStatus() != null && primary.getStatus().conditions().stream()
                .anyMatch(c -> c.reason().equals(Reason.UP_TO_DATE.text())
                        && primary.getMetadata().getGeneration().equals(c.observedGeneration()));
    }
}
