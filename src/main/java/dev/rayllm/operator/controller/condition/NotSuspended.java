package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.ray.RayService;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/** Whether anything should run. Unmet, the RayService is deleted. */
public class NotSuspended implements Condition<RayService, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<RayService, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        return !Boolean.TRUE.equals(primary.getSpec().suspend());
    }
}
