package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.ray.RayService;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/** Whether the API server serves RayServices: KubeRay may be absent, and may come later. */
public class RayServiceServed implements Condition<RayService, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<RayService, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        return ServedKinds.rayService(context.getClient());
    }
}
