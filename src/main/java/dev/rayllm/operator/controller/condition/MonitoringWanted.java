package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.render.monitoring.Monitoring;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/**
 * Whether the deployment should be watched. Unmet, PodMonitor and PrometheusRule are deleted.
 *
 * @param <R> kind of the child
 */
public class MonitoringWanted<R extends HasMetadata> implements Condition<R, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<R, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        return Monitoring.wanted(primary);
    }
}
