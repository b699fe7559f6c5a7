package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.gateway.Gateways;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;

/** How many gateway pods a drain of nodes may take at once. */
@KubernetesDependent(informer = @Informer(labelSelector = GatewayDependent.SELECTOR))
public class GatewayBudgetDependent extends GatewayDependent<PodDisruptionBudget> {

    public GatewayBudgetDependent() {
        super(PodDisruptionBudget.class);
    }

    @Override
    PodDisruptionBudget rendered(LlmDeployment primary, Plan plan, boolean diverted) {
        return Gateways.disruptionBudget(primary, plan);
    }
}
