package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.render.monitoring.Monitoring;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/** The PrometheusRule. */
@KubernetesDependent(informer = @Informer(labelSelector = Labels.MANAGED_BY + "=" + Labels.OPERATOR))
public class PrometheusRuleDependent extends ChildDependent<PrometheusRule> {

    public PrometheusRuleDependent() {
        super(PrometheusRule.class);
    }

    @Override
    protected PrometheusRule desired(LlmDeployment primary, Context<LlmDeployment> context) {
        return Monitoring.prometheusRule(primary, Planning.of(context).plan());
    }

    /** By name: it must be found to be deleted where it is not wanted. */
    @Override
    protected ResourceID targetSecondaryResourceID(LlmDeployment primary, Context<LlmDeployment> context) {
        return new ResourceID(Names.monitor(primary.getMetadata().getName()), primary.getMetadata().getNamespace());
    }
}
