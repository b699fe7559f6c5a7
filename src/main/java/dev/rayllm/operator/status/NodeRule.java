package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Capacity;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The nodes that pods wait for: what has come, and why the rest has not. Empty when nobody waits. Times in messages are
 * absolute, so that a pass that sees nothing new writes nothing.
 */
final class NodeRule {

    /** Why no node comes. */
    static final Set<Reason> SHORTAGES = EnumSet.of(Reason.INSUFFICIENT_CAPACITY, Reason.QUOTA_EXCEEDED,
            Reason.INSTANCE_TYPE_UNSUPPORTED, Reason.LAUNCH_FAILED, Reason.POOL_LIMIT_REACHED,
            Reason.NO_INSTANCE_TYPE_FITS, Reason.PARTIAL_GROUP, Reason.GPU_NOT_ADVERTISED, Reason.FABRIC_PLUGIN_MISSING,
            Reason.NODE_NOT_REGISTERING, Reason.NODE_LOST_DURING_STARTUP, Reason.NO_NODE_FOR_HEAD,
            Reason.UNSCHEDULABLE, Reason.NODE_CLASS_NOT_READY, Reason.NODE_POOL_NOT_READY);

    /** Karpenter answers within its batching window, at most ten seconds by default. */
    private static final Duration ANSWER = Duration.ofMinutes(1);
    private static final int SHOWN = 4;

    private final StatusInput in;
    private final Capacity capacity;
    private final Waiting waiting;

    NodeRule(StatusInput in) {
        this.in = in;
        this.capacity = in.observation().capacity();
        this.waiting = Waiting.of(capacity);
    }

    Optional<Verdict> verdict() {
        return cause().map(this::whole);
    }

    /** The same, whether or not it leaves a replica half there. */
    Optional<Verdict> cause() {
        return new MachineRule(in, waiting).verdict().or(this::refused).or(this::head).or(this::coming);
    }

    /** Workers for which nothing is on its way. A launch that has not succeeded yet is no sign of capacity. */
    private Optional<Verdict> refused() {
        boolean enough = coming(EnumSet.of(Step.REGISTERING, Step.INITIALIZING, Step.READY)) >= waiting.pods().size();
        return enough ? Optional.empty() : new Refused(in, waiting).verdict();
    }

    /** The Ray head needs a node without GPU, from a pool that is not ours. */
    private Optional<Verdict> head() {
        return capacity.pods().stream().filter(p -> p.head() && !p.scheduled())
                .filter(p -> p.karpenter() != null || past(p.created())).findFirst()
                .map(p -> Verdict.no(Reason.NO_NODE_FOR_HEAD, "the Ray head has no node: it needs one without GPU, and no"
                        + " NodePool or free node gives that. Add a NodePool of general machines, or point"
                        + " nodes.headNodeSelector at nodes that are there. "
                        + (p.karpenter() != null ? p.karpenter() : p.scheduler())));
    }

    private Optional<Verdict> coming() {
        if (waiting.nobody()) {
            return Optional.empty();
        }
        boolean unanswered = coming(EnumSet.allOf(Step.class)) == 0 && past(waiting.since());
        return Optional.of(unanswered ? Verdict.no(Reason.UNSCHEDULABLE, waiting.text() + "Karpenter makes no machine"
                + " and says nothing; is it running? The scheduler says: " + waiting.pods().getFirst().scheduler())
                : Verdict.no(Reason.NODE_PROVISIONING, waiting.text() + onTheWay()));
    }

    private String onTheWay() {
        String claims = capacity.claims().stream().filter(c -> c.step() != Step.READY && !c.going())
                .sorted(Comparator.comparing(Claim::name)).limit(SHOWN).map(NodeRule::step)
                .collect(Collectors.joining("; "));
        return claims.isEmpty() ? "Karpenter is asked" : "On the way: " + claims;
    }

    private static String step(Claim claim) {
        return claim.name() + (claim.type() == null ? "" : " (" + claim.type() + ")") + switch (claim.step()) {
            case LAUNCHING -> ", asked for at ";
            case REGISTERING -> ", launched at ";
            default -> ", joined at ";
        } + claim.since();
    }

    /** A replica over several nodes of which some are there: they cost money and serve nothing. */
    private Verdict whole(Verdict cause) {
        int nodes = in.plan().placement().pipelineParallelSize();
        int there = (waiting.workers() - waiting.pods().size()) % nodes;
        boolean comes = !SHORTAGES.contains(cause.reason()) || waiting.nobody();
        return there == 0 || comes ? cause : Verdict.no(Reason.PARTIAL_GROUP, there + " of " + nodes
                + " nodes of a replica are there, and it needs all of them (" + cause.reason().text() + "): "
                + cause.message());
    }

    /** Machines that are made and not yet used. One that stays unused does not fit. */
    private int coming(Set<Step> steps) {
        return (int) capacity.claims().stream().filter(c -> !c.going() && steps.contains(c.step()))
                .filter(c -> c.step() != Step.READY || !past(c.since()))
                .filter(c -> capacity.workers().stream().noneMatch(p -> p.scheduled() && p.node().equals(c.node())))
                .count();
    }

    private boolean past(Instant since) {
        return since.plus(ANSWER).isBefore(in.now());
    }
}
