package dev.rayllm.operator.controller;

import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Takes from pods the mark by which Karpenter leaves their nodes alone. Of a deployment that ends, it would only keep a
 * paid node until the end of its grace period (aws/karpenter-provider-aws#6905).
 */
final class Protection {

    private static final Logger LOG = Logger.getLogger(Protection.class);
    private static final String WITHOUT = "{\"metadata\":{\"annotations\":{\"" + Labels.DO_NOT_DISRUPT + "\":null}}}";

    private Protection() {
    }

    /** Lifts it from those that have it and are not ending already. */
    static void lift(KubernetesClient client, Stream<Pod> pods) {
        pods.filter(p -> p.getMetadata().getDeletionTimestamp() == null)
                .filter(p -> p.getMetadata().getAnnotations() != null
                        && p.getMetadata().getAnnotations().containsKey(Labels.DO_NOT_DISRUPT))
                .forEach(p -> lift(client, p));
    }

    private static void lift(KubernetesClient client, Pod pod) {
        try {
            client.pods().inNamespace(pod.getMetadata().getNamespace()).withName(pod.getMetadata().getName())
                    .patch(PatchContext.of(PatchType.JSON_MERGE), WITHOUT);
        } catch (KubernetesClientException e) {
            // Most often it is gone by now; else the node goes at the end of its grace period.
            LOG.debugf("the mark stays on pod %s: %s", pod.getMetadata().getName(), e.getMessage());
        }
    }
}
