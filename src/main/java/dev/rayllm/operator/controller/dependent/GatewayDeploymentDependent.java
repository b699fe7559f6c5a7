package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.gateway.Gateways;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;

/** The gateway's pods. */
@KubernetesDependent(informer = @Informer(labelSelector = GatewayDependent.SELECTOR))
public class GatewayDeploymentDependent extends GatewayDependent<Deployment> {

    public GatewayDeploymentDependent() {
        super(Deployment.class);
    }

    @Override
    Deployment rendered(LlmDeployment primary, Plan plan, boolean diverted) {
        return Gateways.deployment(primary, plan);
    }
}
