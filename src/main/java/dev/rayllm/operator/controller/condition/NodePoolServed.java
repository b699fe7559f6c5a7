package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/** Whether the API server serves NodePools: Karpenter may be absent, and may come later. */
public class NodePoolServed implements Condition<NodePool, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<NodePool, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        return Planning.of(context).karpenter() && ServedKinds.nodePool(context.getClient());
    }
}
