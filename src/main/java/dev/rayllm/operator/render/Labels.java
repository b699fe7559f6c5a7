package dev.rayllm.operator.render;

import java.util.LinkedHashMap;
import java.util.Map;

/** Labels and annotations that we write. Labels of the user's object are never copied: GitOps tools track by them. */
public final class Labels {

    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    public static final String OPERATOR = "rayllm-operator";
    /** Deployment that a child belongs to. */
    public static final String DEPLOYMENT = "rayllm.dev/deployment";
    /** Namespace of that deployment, on cluster-scoped children. */
    public static final String NAMESPACE = "rayllm.dev/namespace";
    /** UID of that deployment, on cluster-scoped children: a namesake that came later owns nothing of it. */
    public static final String OWNER_UID = "rayllm.dev/owner-uid";
    /** Pool that a node belongs to; workers select it. */
    public static final String POOL = "rayllm.dev/pool";
    /** {@code head}, {@code worker} or {@code gateway}. */
    public static final String ROLE = "rayllm.dev/role";
    /** Role of the pods of a gateway. */
    public static final String GATEWAY_ROLE = "gateway";
    /** Annotation: generation of the deployment that a child was rendered from. */
    public static final String GENERATION = "rayllm.dev/generation";
    /** Annotation: hash of all whose change makes a new Ray cluster; KubeRay copies it to the cluster. */
    public static final String CLUSTER_HASH = "rayllm.dev/cluster-hash";
    /** Annotation of the head pod: hash of what could not change in a running cluster without downtime. */
    public static final String RESTART_HASH = "rayllm.dev/restart-hash";
    /** Annotation: which option of the plan a child is, where it is not the best: others were given up for want of nodes. */
    public static final String OPTION = "rayllm.dev/option";
    /** Annotation: hash of what was rendered. */
    public static final String RENDERED_HASH = "rayllm.dev/rendered-hash";
    /** Annotation of a revision: what became of it. */
    public static final String OUTCOME = "rayllm.dev/outcome";
    /** Annotation of a revision: why it failed. */
    public static final String OUTCOME_REASON = "rayllm.dev/outcome-reason";
    /** Annotation of a revision: when it was last applied (RFC 3339). */
    public static final String SINCE = "rayllm.dev/since";
    /** Karpenter's annotation on pods: their node is not taken away by choice. */
    public static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";
    /** Annotation on the user's object: {@code true} ends the wait for nodes while it is deleted. */
    public static final String SKIP_NODE_WAIT = "rayllm.dev/skip-node-wait";

    private Labels() {
    }

    /** Labels of a namespaced child. */
    public static Map<String, String> child(String deployment) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(MANAGED_BY, OPERATOR);
        labels.put(DEPLOYMENT, deployment);
        return labels;
    }

    /** Labels of a cluster-scoped child, by which an administrator finds orphans too. */
    public static Map<String, String> clusterChild(String namespace, String deployment, String uid) {
        Map<String, String> labels = child(deployment);
        labels.put(NAMESPACE, namespace);
        if (uid != null) {
            labels.put(OWNER_UID, uid);
        }
        return labels;
    }

    /** Labels of a pod. */
    public static Map<String, String> pod(String deployment, String role) {
        Map<String, String> labels = child(deployment);
        labels.put(ROLE, role);
        return labels;
    }
}
