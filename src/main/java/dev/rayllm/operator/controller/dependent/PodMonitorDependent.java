package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.prometheus.PodMonitor;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.render.monitoring.Monitoring;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/** The PodMonitor. */
@KubernetesDependent(informer = @Informer(labelSelector = Labels.MANAGED_BY + "=" + Labels.OPERATOR))
public class PodMonitorDependent extends ChildDependent<PodMonitor> {

    public PodMonitorDependent() {
        super(PodMonitor.class);
    }

    @Override
    protected PodMonitor desired(LlmDeployment primary, Context<LlmDeployment> context) {
        return Monitoring.podMonitor(primary);
    }

    /** By name: it must be found to be deleted where it is not wanted. */
    @Override
    protected ResourceID targetSecondaryResourceID(LlmDeployment primary, Context<LlmDeployment> context) {
        return new ResourceID(Names.monitor(primary.getMetadata().getName()), primary.getMetadata().getNamespace());
    }
}
