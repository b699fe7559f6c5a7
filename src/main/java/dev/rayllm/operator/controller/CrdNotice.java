package dev.rayllm.operator.controller;

import dev.rayllm.operator.plan.Outcome;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Warns in status, through the plan, while a CRD of ours is older than the operator. Looks once a minute at most. */
final class CrdNotice {

    private static final Duration KEPT = Duration.ofMinutes(1);

    private List<String> warnings = List.of();
    private Instant until = Instant.MIN;

    /** The outcome with the warnings that apply now; a refusal stays as it is. */
    Outcome addTo(Outcome outcome, KubernetesClient client, Instant now) {
        List<String> found = warnings(client, now);
        if (found.isEmpty() || !(outcome instanceof Outcome.Planned planned)) {
            return outcome;
        }
        return new Outcome.Planned(planned.plan().withWarnings(
                Stream.concat(found.stream(), planned.plan().warnings().stream()).toList()));
    }

    private synchronized List<String> warnings(KubernetesClient client, Instant now) {
        if (!now.isBefore(until)) {
            warnings = new InstalledCrds(client).outdated();
            until = now.plus(KEPT);
        }
        return warnings;
    }
}
