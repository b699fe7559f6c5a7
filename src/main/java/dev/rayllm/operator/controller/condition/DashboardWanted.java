package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.render.monitoring.Monitoring;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/** Whether the deployment should have a dashboard. Unmet, it is deleted. */
public class DashboardWanted implements Condition<ConfigMap, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<ConfigMap, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        return Monitoring.dashboardWanted(primary);
    }
}
