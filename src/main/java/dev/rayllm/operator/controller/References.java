package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.ConfigMapKeyRef;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.SecretKeyRef;
import dev.rayllm.operator.plan.Outcome.Rejected;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that what a spec refers to exists, before a GPU node is paid for. Of a Secret only the names of its keys are
 * looked at.
 */
final class References {

    private static final int FORBIDDEN = 403;

    private final KubernetesClient client;

    References(KubernetesClient client) {
        this.client = client;
    }

    /** The first reference that leads nowhere, as a refusal; empty when all exist or may not be read. */
    Optional<Rejected> missing(LlmDeployment deployment) {
        String namespace = deployment.getMetadata().getNamespace();
        SecretKeyRef token = deployment.getSpec().model().tokenSecretRef();
        Optional<Rejected> secret = token == null ? Optional.empty() : missingSecret(namespace, token);
        if (secret.isPresent()) {
            return secret;
        }
        ConfigMapKeyRef template = deployment.getSpec().engine() == null ? null
                : deployment.getSpec().engine().chatTemplateRef();
        return template == null ? Optional.empty() : missingTemplate(namespace, template);
    }

    private Optional<Rejected> missingSecret(String namespace, SecretKeyRef ref) {
        Map<String, String> data;
        try {
            var secret = client.secrets().inNamespace(namespace).withName(ref.name()).get();
            if (secret == null) {
                return Optional.of(new Rejected(Reason.TOKEN_SECRET_MISSING, "spec.model.tokenSecretRef", "there is no"
                        + " Secret '" + ref.name() + "' in namespace " + namespace, "Make it: kubectl -n " + namespace
                        + " create secret generic " + ref.name() + " --from-literal=" + ref.key() + "=<token>"));
            }
            data = secret.getData();
        } catch (KubernetesClientException e) {
            return unlessForbidden(e);
        }
        return data != null && data.containsKey(ref.key()) ? Optional.empty()
                : Optional.of(new Rejected(Reason.TOKEN_SECRET_MISSING, "spec.model.tokenSecretRef.key", "Secret '"
                        + ref.name() + "' has no key '" + ref.key() + "'", "Its keys: "
                        + (data == null || data.isEmpty() ? "none" : String.join(", ", data.keySet()))));
    }

    private Optional<Rejected> missingTemplate(String namespace, ConfigMapKeyRef ref) {
        try {
            var map = client.configMaps().inNamespace(namespace).withName(ref.configMap()).get();
            boolean there = map != null && map.getData() != null && map.getData().containsKey(ref.key());
            return there ? Optional.empty() : Optional.of(new Rejected(Reason.CHAT_TEMPLATE_MISSING,
                    "spec.engine.chatTemplateRef", map == null ? "there is no ConfigMap '" + ref.configMap()
                            + "' in namespace " + namespace : "ConfigMap '" + ref.configMap() + "' has no key '"
                            + ref.key() + "'", "Make it: kubectl -n " + namespace + " create configmap "
                            + ref.configMap() + " --from-file=" + ref.key() + "=<file>"));
        } catch (KubernetesClientException e) {
            return unlessForbidden(e);
        }
    }

    /** A platform team may withhold the right to read; the kubelet will say it then. */
    private static Optional<Rejected> unlessForbidden(KubernetesClientException e) {
        if (e.getCode() == FORBIDDEN) {
            return Optional.empty();
        }
        throw e;
    }
}
