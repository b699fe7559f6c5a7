package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.gateway.Gateways;
import io.fabric8.kubernetes.api.model.Service;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;

/** The address of the gateway. */
@KubernetesDependent(informer = @Informer(labelSelector = GatewayDependent.SELECTOR))
public class GatewayServiceDependent extends GatewayDependent<Service> {

    public GatewayServiceDependent() {
        super(Service.class);
    }

    @Override
    Service rendered(LlmDeployment primary, Plan plan, boolean diverted) {
        return Gateways.service(primary, plan);
    }
}
