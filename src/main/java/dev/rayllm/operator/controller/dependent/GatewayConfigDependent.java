package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.gateway.Gateways;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.BooleanWithUndefined;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;

/** The gateway's configuration: the one object of it that changes while it runs. */
// The SDK leaves ConfigMaps out of server-side apply unless told.
@KubernetesDependent(useSSA = BooleanWithUndefined.TRUE, informer = @Informer(labelSelector = GatewayDependent.SELECTOR))
public class GatewayConfigDependent extends GatewayDependent<ConfigMap> {

    public GatewayConfigDependent() {
        super(ConfigMap.class);
    }

    @Override
    ConfigMap rendered(LlmDeployment primary, Plan plan, boolean diverted) {
        return Gateways.configMap(primary, plan, diverted);
    }
}
