package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.render.monitoring.Monitoring;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/** The ConfigMap with the dashboard. */
@KubernetesDependent(informer = @Informer(labelSelector = Labels.MANAGED_BY + "=" + Labels.OPERATOR))
public class DashboardDependent extends ChildDependent<ConfigMap> {

    public DashboardDependent() {
        super(ConfigMap.class);
    }

    @Override
    protected ConfigMap desired(LlmDeployment primary, Context<LlmDeployment> context) {
        return Monitoring.dashboard(primary);
    }

    /** By name: it must be found to be deleted where it is not wanted. */
    @Override
    protected ResourceID targetSecondaryResourceID(LlmDeployment primary, Context<LlmDeployment> context) {
        return new ResourceID(Names.dashboard(primary.getMetadata().getName()), primary.getMetadata().getNamespace());
    }
}
