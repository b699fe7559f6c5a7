package dev.rayllm.operator.foreign.karpenter;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** Karpenter's NodeClaim ({@code karpenter.sh/v1}, cluster-scoped), one machine: only the fields that we read. */
@Group("karpenter.sh")
@Version("v1")
public class NodeClaim extends CustomResource<Void, NodeClaimStatus> {

    /** Name of its CRD. */
    public static final String CRD = "nodeclaims.karpenter.sh";

    private static final long serialVersionUID = 1L;
}
