package dev.rayllm.operator.observe;

import dev.rayllm.operator.observe.Observation.Gateway;
import dev.rayllm.operator.observe.Observation.ProviderKey;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;

/** Reads the Deployment of a gateway. */
public final class GatewayReader {

    private GatewayReader() {
    }

    /** What a gateway shows; what was found of the provider's key goes with it. */
    public static Gateway read(Deployment deployment, ProviderKey key) {
        DeploymentStatus status = deployment.getStatus();
        Integer wanted = deployment.getSpec() == null ? null : deployment.getSpec().getReplicas();
        return new Gateway(status == null || status.getReadyReplicas() == null ? 0 : status.getReadyReplicas(),
                wanted == null ? 1 : wanted, key);
    }
}
