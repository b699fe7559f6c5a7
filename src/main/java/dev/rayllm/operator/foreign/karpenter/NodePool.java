package dev.rayllm.operator.foreign.karpenter;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** Karpenter's NodePool ({@code karpenter.sh/v1}, cluster-scoped): only the fields that we write or read. */
@Group("karpenter.sh")
@Version("v1")
public class NodePool extends CustomResource<NodePoolSpec, NodePoolStatus> {

    /** Name of its CRD. */
    public static final String CRD = "nodepools.karpenter.sh";

    private static final long serialVersionUID = 1L;
}
