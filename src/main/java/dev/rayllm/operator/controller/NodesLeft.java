package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.controller.Teardown.Remaining;
import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.render.Labels;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Machines that are still there while their deployment is deleted. Past some time that is no wait but a bill
 * (kubernetes-sigs/karpenter#1578).
 */
record NodesLeft(LlmDeployment deployment, Instant now) {

    /** Karpenter drains and ends a node within minutes, unless a pod or the cloud holds it. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    Optional<Remaining> of(List<NodeClaim> claims) {
        List<NodeClaim> late = claims.stream().filter(this::late).toList();
        if (!late.isEmpty()) {
            return Optional.of(new Remaining(Reason.NODES_STILL_RUNNING, Teardown.counted(late.size(), "node") + " should have"
                    + " gone more than " + PATIENCE.toMinutes() + " minutes ago and may still cost money: "
                    + Teardown.names(late) + ". Is Karpenter running, and is the node class still there? To stop waiting,"
                    + " annotate this object with " + Labels.SKIP_NODE_WAIT + "=true and remove the machines by hand"));
        }
        return claims.isEmpty() ? Optional.empty() : Optional.of(new Remaining(Reason.WAITING_FOR_NODE_CLAIMS,
                "waiting for " + Teardown.counted(claims.size(), "node") + " to go: " + Teardown.names(claims)));
    }

    /** Counted from when it was told to go; a machine that nobody has told yet, from the end of its deployment. */
    private boolean late(NodeClaim claim) {
        String asked = claim.getMetadata().getDeletionTimestamp() != null ? claim.getMetadata().getDeletionTimestamp()
                : deployment.getMetadata().getDeletionTimestamp();
        return asked != null && Instant.parse(asked).plus(PATIENCE).isBefore(now);
    }
}
