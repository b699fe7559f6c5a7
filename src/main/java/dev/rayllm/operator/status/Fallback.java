package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.CapacityStatus;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.TriedOption;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * When the next accepted GPU is tried: no node has come for {@code rollout.capacityDeadline}, and no worker serves. What
 * was given up stays given up until the spec is edited, so that this ends; and it ends after three.
 *
 * @param in      what is known
 * @param planner plans without some hardware
 */
public record Fallback(StatusInput in, Function<List<TriedOption>, Outcome> planner) {

    private static final int MOST = 3;
    /** What other hardware may mend. A limit, a node class or a device plugin is the same for all. */
    private static final Set<Reason> MISSING = EnumSet.of(Reason.INSUFFICIENT_CAPACITY, Reason.QUOTA_EXCEEDED,
            Reason.INSTANCE_TYPE_UNSUPPORTED, Reason.NO_INSTANCE_TYPE_FITS);

    /** Hardware that was given up for the generation that the deployment has now. */
    public static List<TriedOption> tried(LlmDeployment deployment) {
        CapacityStatus status = deployment.getStatus() == null ? null : deployment.getStatus().capacity();
        return status == null || !deployment.getMetadata().getGeneration().equals(status.generation()) ? List.of()
                : status.tried();
    }

    /** What is to be remembered after this pass; null when there is nothing. */
    public CapacityStatus next() {
        List<TriedOption> tried = tried(in.deployment());
        if (!missing()) {
            return tried.isEmpty() ? null : new CapacityStatus(in.generation(), null, tried);
        }
        Instant since = since();
        boolean due = !since.plus(in.plan().capacityDeadline()).isAfter(in.now());
        List<TriedOption> more = new ArrayList<>(tried);
        more.add(current());
        return due && tried.size() < MOST && planner.apply(more) instanceof Outcome.Planned
                ? new CapacityStatus(in.generation(), null, more)
                : new CapacityStatus(in.generation(), since.toString(), tried);
    }

    private boolean missing() {
        Plan plan = in.plan();
        return plan != null && !in.suspended() && !plan.capacityDeadline().isZero()
                && in.observation().capacity().workers().stream().noneMatch(NodePod::ready)
                && CapacityRule.cause(in).filter(v -> MISSING.contains(v.reason())).isPresent();
    }

    private Instant since() {
        CapacityStatus before = in.deployment().getStatus() == null ? null : in.deployment().getStatus().capacity();
        boolean holds = before != null && before.missingSince() != null
                && Long.valueOf(in.generation()).equals(before.generation());
        return holds ? Instant.parse(before.missingSince()) : in.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private TriedOption current() {
        var placement = in.plan().placement();
        return new TriedOption(placement.gpu(), placement.instanceTypes(), CapacityRule.cause(in).orElseThrow().reason().text(),
                in.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
