package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.condition.ServedKinds;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Finds NodePools whose deployment is gone. The API server can lose a finalizer that is added in the very moment of a
 * deletion: the object then goes without a cleanup, and the pool, which nothing owns, would stay and bill.
 */
public final class Orphans {

    private static final Logger LOG = Logger.getLogger(Orphans.class);

    private Orphans() {
    }

    /** Deletes every NodePool of ours for which no deployment of that namespace and name exists; returns how many. */
    public static int sweep(KubernetesClient client) {
        if (!ServedKinds.nodePool(client)) {
            return 0;
        }
        int swept = 0;
        // Listed first, asked for second: a deployment that is missing then has gone, not yet to come.
        for (NodePool pool : client.resources(NodePool.class).withLabel(Labels.MANAGED_BY, Labels.OPERATOR).list()
                .getItems()) {
            if (pool.getMetadata().getDeletionTimestamp() == null && ownerIsGone(client, pool)) {
                LOG.warnf("NodePool %s: its deployment is gone; deleting it", pool.getMetadata().getName());
                client.resource(pool).delete();
                swept++;
            }
        }
        return swept;
    }

    private static boolean ownerIsGone(KubernetesClient client, NodePool pool) {
        Map<String, String> labels = pool.getMetadata().getLabels();
        String namespace = labels.get(Labels.NAMESPACE);
        String name = labels.get(Labels.DEPLOYMENT);
        if (namespace == null || name == null) {
            return false;
        }
        try {
            return client.resources(LlmDeployment.class).inNamespace(namespace).withName(name).get() == null;
        } catch (KubernetesClientException e) {
            // Another operator's namespace, say: not ours to judge, and no reason to stop at.
            LOG.debugf("NodePool %s: cannot tell whether %s/%s exists: %s", pool.getMetadata().getName(), namespace, name,
                    e.getMessage());
            return false;
        }
    }
}
