package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/** Whether nodes are made for the deployment. Unmet, the NodePool is deleted. */
public class NodePoolWanted implements Condition<NodePool, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<NodePool, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        return !Boolean.TRUE.equals(primary.getSpec().suspend())
                && Planning.of(context).plan().pool().mode() == NodesMode.KARPENTER;
    }
}
