package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.observe.Capacity.NodePod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * What a first start waits for before its workers are ready. Where no node comes, Ready says why itself: it is the
 * condition that users look at.
 *
 * @param ready  workers that are ready
 * @param wanted workers that are needed first
 */
record WorkersComing(StatusInput in, int ready, int wanted) {

    Verdict verdict() {
        Verdict capacity = CapacityRule.verdict(in);
        if (NodeRule.SHORTAGES.contains(capacity.reason())) {
            return Verdict.no(capacity.reason(), capacity.message());
        }
        List<NodePod> placed = in.observation().capacity().workers().stream().filter(NodePod::scheduled).toList();
        List<NodePod> pulling = placed.stream().filter(p -> !p.pulled()).toList();
        if (!pulling.isEmpty() && placed.size() >= wanted) {
            Instant since = pulling.stream().map(NodePod::created).min(Comparator.naturalOrder()).orElseThrow();
            return Verdict.no(Reason.IMAGE_PULLING, pulling.size() + " of " + wanted + " workers, the first made at " + since
                    + ", have a node and pull their image: several GB");
        }
        if (placed.size() >= wanted) {
            return Verdict.no(Reason.STARTING, ready + " of " + wanted + " workers are ready: Ray starts");
        }
        return Verdict.no(Reason.NODE_PROVISIONING, ready + " of " + wanted + " workers are ready: "
                + (capacity.reason() == Reason.NODE_PROVISIONING ? capacity.message() : "nodes start, images are pulled"));
    }
}
