package dev.rayllm.operator.controller;

import dev.rayllm.operator.observe.Capacity;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.NodePod;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Workers that may be drained, as their node goes in any case. With their mark they would be left alone until the machine
 * is switched off under their requests: a spot machine two minutes after the notice, another one at the end of
 * nodes.terminationGracePeriod, if ever. A spot worker ends at once. Another one ends when a further worker serves, one at a
 * time, so that its replacement is there before the next one goes.
 */
final class Evictable {

    private Evictable() {
    }

    /** Names of pods. */
    static Set<String> of(Capacity capacity) {
        List<Claim> going = capacity.claims().stream().filter(Claim::going).toList();
        List<NodePod> leaving = on(capacity, going);
        Set<String> names = on(capacity, going.stream().filter(Evictable::spot).toList()).stream().map(NodePod::name)
                .collect(Collectors.toSet());
        boolean whole = capacity.workers().stream().allMatch(p -> p.ready() || leaving.contains(p));
        boolean served = capacity.workers().stream().anyMatch(p -> p.ready() && !leaving.contains(p));
        if (names.isEmpty() && whole && served) {
            leaving.stream().map(NodePod::name).sorted().findFirst().ifPresent(names::add);
        }
        return names;
    }

    private static List<NodePod> on(Capacity capacity, List<Claim> claims) {
        return capacity.workers().stream().filter(p -> p.scheduled()
                && claims.stream().anyMatch(c -> p.node().equals(c.node()))).toList();
    }

    private static boolean spot(Claim claim) {
        return claim.type() != null && claim.type().endsWith("spot");
    }
}
