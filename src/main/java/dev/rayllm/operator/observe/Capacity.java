package dev.rayllm.operator.observe;

import java.time.Instant;
import java.util.List;

/**
 * What the cluster shows of a deployment's nodes, and of the pods that want them.
 *
 * @param pods     its pods, those that are ending left out
 * @param claims   machines of its NodePool
 * @param failures launches that found no machine; Karpenter removes the NodeClaim at once, so events are all there is
 */
public record Capacity(List<NodePod> pods, List<Claim> claims, List<LaunchFailure> failures) {

    public Capacity {
        pods = List.copyOf(pods);
        claims = List.copyOf(claims);
        failures = List.copyOf(failures);
    }

    /** Nothing is there. */
    public static Capacity none() {
        return new Capacity(List.of(), List.of(), List.of());
    }

    /** Workers that have no node. */
    public List<NodePod> waiting() {
        return pods.stream().filter(p -> !p.head() && !p.scheduled()).toList();
    }

    /** Workers, with a node or without. */
    public List<NodePod> workers() {
        return pods.stream().filter(p -> !p.head()).toList();
    }

    /**
     * A pod and its way to a node.
     *
     * @param name      name
     * @param head      whether it is the Ray head; else a worker
     * @param created   when it was made
     * @param node      node that it is bound to, or null
     * @param pulled    whether its image is on the node
     * @param ready     whether it is ready
     * @param scheduler why the scheduler finds no node, or null
     * @param karpenter why Karpenter makes none, in its latest words, or null
     * @param karpenterAt when it said so, or null
     */
    public record NodePod(String name, boolean head, Instant created, String node, boolean pulled, boolean ready,
            String scheduler, String karpenter, Instant karpenterAt) {

        /** Whether it has a node. */
        public boolean scheduled() {
            return node != null;
        }
    }

    /** How far a machine has come. */
    public enum Step {
        /** The cloud is asked for it. */
        LAUNCHING,
        /** It is there, and has not joined the cluster. */
        REGISTERING,
        /** It has joined, and lacks something. */
        INITIALIZING,
        /** Pods can run on it. */
        READY
    }

    /**
     * A machine.
     *
     * @param name    name of the NodeClaim
     * @param node    name of the node, or null
     * @param type    instance type with zone and purchase option, or null before the launch
     * @param step    how far it has come
     * @param since   when it came so far
     * @param reason  why it has not come further, or null
     * @param message the same in Karpenter's words, or null
     * @param going   whether it is being taken away
     */
    public record Claim(String name, String node, String type, Step step, Instant since, String reason,
            String message, boolean going) {
    }

    /**
     * A launch that failed.
     *
     * @param claim   NodeClaim that is gone since
     * @param message words of Karpenter and the cloud
     * @param at      when it last failed
     */
    public record LaunchFailure(String claim, String message, Instant at) {
    }
}
