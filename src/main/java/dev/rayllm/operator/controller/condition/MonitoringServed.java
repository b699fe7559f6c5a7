package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;

/**
 * Whether the API server serves PodMonitors and PrometheusRules: the Prometheus operator may be absent, and may come
 * later. Without it nobody would read a dashboard either.
 *
 * @param <R> kind of the child
 */
public class MonitoringServed<R extends HasMetadata> implements Condition<R, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<R, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        return Planning.of(context).monitoring() && ServedKinds.monitoring(context.getClient());
    }
}
