package dev.rayllm.operator.observe;

import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import dev.rayllm.operator.observe.Observation.Cluster;
import dev.rayllm.operator.observe.Observation.Service;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Picks the words of Ray Serve that tell of a fault; others tell how a start goes on. */
public final class ServeMessages {

    private static final Set<String> FAILED = Set.of("DEPLOY_FAILED", "UNHEALTHY");
    /** What they say then is of the past. */
    private static final Set<String> WELL = Set.of("RUNNING", "HEALTHY");
    /** A start that is tried again says so long before it counts as failed. */
    private static final Pattern TELLS_OF_A_FAULT = Pattern.compile(
            "failed to start|Traceback \\(most recent call last\\)|\\w(?:Error|Exception): ");

    private ServeMessages() {
    }

    /** Messages of faults, of the cluster that comes and of the one that serves. */
    public static List<Statement> of(Service service) {
        return Stream.of(service.pending(), service.active()).filter(Objects::nonNull).flatMap(ServeMessages::of).distinct()
                .map(text -> new Statement(Source.SERVE, null, text)).toList();
    }

    private static Stream<String> of(Cluster cluster) {
        return Stream.concat(fault(cluster.application(), cluster.message()),
                cluster.deployments().stream().flatMap(d -> fault(d.status(), d.message())));
    }

    private static Stream<String> fault(String status, String message) {
        boolean fault = message != null && !message.isBlank() && !WELL.contains(String.valueOf(status))
                && (FAILED.contains(String.valueOf(status)) || TELLS_OF_A_FAULT.matcher(message).find());
        return fault ? Stream.of(message) : Stream.empty();
    }
}
