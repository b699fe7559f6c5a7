package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** What is wrong with machines that Karpenter has begun to make: one that goes, is of no use, or is not launched. */
record MachineRule(StatusInput in, Waiting waiting) {

    /** A device plugin needs some seconds on a new node. */
    private static final Duration PLUGIN = Duration.ofSeconds(30);
    /** Large GPU machines boot for a minute or two; Karpenter itself gives up after 15 minutes. */
    private static final Duration BOOT = Duration.ofMinutes(3);

    Optional<Verdict> verdict() {
        return lost().or(this::useless).or(this::absent).or(this::unlaunched);
    }

    /** A node that goes before its worker was ready (aws/karpenter-provider-aws#7414). */
    private Optional<Verdict> lost() {
        return in.observation().capacity().claims().stream().filter(Claim::going)
                .filter(c -> in.observation().capacity().workers().stream().anyMatch(p -> p.scheduled()
                        && p.node().equals(c.node()) && !p.ready()))
                .findFirst().map(c -> Verdict.no(Reason.NODE_LOST_DURING_STARTUP, "node " + c.node() + " (" + c.type()
                        + ") is taken away before its worker is ready: a spot machine that is called back, or somebody"
                        + " deletes it; Karpenter makes another. If it happens again: accept on-demand, or look at the"
                        + " events of the NodeClaim " + c.name()));
    }

    private Optional<Verdict> useless() {
        return claims(Step.INITIALIZING).filter(c -> past(c.since(), PLUGIN))
                .filter(c -> "ResourceNotRegistered".equals(c.reason())).findFirst().map(c -> {
                    String what = "node " + c.node() + " (" + c.type() + ") has joined at " + c.since();
                    boolean efa = c.message() != null && c.message().contains("efa");
                    return efa ? Verdict.no(Reason.FABRIC_PLUGIN_MISSING, what + " without vpc.amazonaws.com/efa: install the"
                            + " EFA device plugin, with a toleration of nvidia.com/gpu; the node costs money meanwhile")
                            : Verdict.no(Reason.GPU_NOT_ADVERTISED, what + " and offers no nvidia.com/gpu: the device plugin"
                                    + " must run on it, tolerate the taint nvidia.com/gpu, and find a driver; the node"
                                    + " costs money meanwhile");
                });
    }

    private Optional<Verdict> absent() {
        return claims(Step.REGISTERING).filter(c -> past(c.since(), BOOT)).findFirst()
                .map(c -> Verdict.no(Reason.NODE_NOT_REGISTERING, "machine " + c.name() + " (" + c.type()
                        + ") was launched at " + c.since() + " and has not joined the cluster: look at its console output,"
                        + " and at image, user data, role and subnets of the node class. Karpenter gives it up after 15"
                        + " minutes"));
    }

    /** A launch that Karpenter tries again, with what stands against it in the condition Launched. */
    private Optional<Verdict> unlaunched() {
        return claims(Step.LAUNCHING).filter(c -> c.reason() != null && !"AwaitingReconciliation".equals(c.reason()))
                .findFirst().map(c -> {
                    LaunchProblem problem = LaunchProblem.of(c.reason() + ": " + c.message());
                    return Verdict.no(problem.reason(), waiting.text() + "Karpenter cannot launch a machine (" + c.reason()
                            + "): " + c.message() + ". What to do: " + problem.remedy());
                });
    }

    private Stream<Claim> claims(Step step) {
        return in.observation().capacity().claims().stream().filter(c -> c.step() == step && !c.going());
    }

    private boolean past(Instant since, Duration grace) {
        return since.plus(grace).isBefore(in.now());
    }
}
