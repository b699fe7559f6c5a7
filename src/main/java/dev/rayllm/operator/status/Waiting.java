package dev.rayllm.operator.status;

import dev.rayllm.operator.observe.Capacity;
import dev.rayllm.operator.observe.Capacity.NodePod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * Workers without a node.
 *
 * @param pods    those without
 * @param workers all
 */
record Waiting(List<NodePod> pods, int workers) {

    static Waiting of(Capacity capacity) {
        return new Waiting(capacity.waiting(), capacity.workers().size());
    }

    boolean nobody() {
        return pods.isEmpty();
    }

    /** When the first of them was made. Only asked where somebody waits. */
    Instant since() {
        return pods.stream().map(NodePod::created).min(Comparator.naturalOrder()).orElseThrow();
    }

    /** How many wait, and since when. */
    String text() {
        return nobody() ? "" : pods.size() + " of " + workers + (workers == 1 ? " worker" : " workers")
                + (pods.size() == 1 ? " waits" : " wait") + " for a node since " + since() + ". ";
    }
}
