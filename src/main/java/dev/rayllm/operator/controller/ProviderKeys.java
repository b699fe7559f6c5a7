package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.SecretKeyRef;
import dev.rayllm.operator.observe.Observation.ProviderKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Looks whether the gateway can use the provider's key. Whether it is empty or holds a line break is all that is looked
 * at; the value is kept nowhere.
 */
final class ProviderKeys {

    private static final int FORBIDDEN = 403;

    private ProviderKeys() {
    }

    static ProviderKey look(LlmDeployment deployment, KubernetesClient client) {
        SecretKeyRef ref = deployment.getSpec().fallback() == null ? null
                : deployment.getSpec().fallback().apiKeySecretRef();
        if (ref == null) {
            return ProviderKey.USABLE;
        }
        try {
            var secret = client.secrets().inNamespace(deployment.getMetadata().getNamespace()).withName(ref.name()).get();
            return secret == null || secret.getData() == null ? ProviderKey.MISSING : judge(secret.getData().get(ref.key()));
        } catch (KubernetesClientException e) {
            // A platform team may withhold the right to read: the provider's answers tell then.
            if (e.getCode() == FORBIDDEN) {
                return ProviderKey.USABLE;
            }
            throw e;
        }
    }

    /** Envoy leaves out white space at the end, which `echo key | base64` puts there, and refuses it elsewhere. */
    private static ProviderKey judge(String encoded) {
        String key = encoded == null ? "" : new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8)
                .stripTrailing();
        return key.isEmpty() ? ProviderKey.MISSING
                : key.chars().anyMatch(c -> c < ' ' || c == 127) ? ProviderKey.MALFORMED : ProviderKey.USABLE;
    }
}
