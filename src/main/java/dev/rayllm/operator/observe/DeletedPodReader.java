package dev.rayllm.operator.observe;

import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how a pod ended from the event that KubeRay writes when it deletes it. With the second autoscaler worker pods do not
 * restart, and a failed one is gone within seconds: this event is all that stays (ray-project/kuberay#4816).
 */
public final class DeletedPodReader {

    private static final Set<String> REASONS = Set.of("DeletedWorkerPod", "DeletedHeadPod");
    /** Go's %v of the pod's name and of a ContainerStateTerminated, as KubeRay 1.5 to 1.7 write them. */
    private static final Pattern ENDED = Pattern.compile("(?i)deleted (?<role>head|worker) pod [^/\\s]+/(?<pod>[^;\\s]+);[\\s\\S]*?"
            + "terminated status: &?(?:v1\\.)?ContainerStateTerminated\\{ExitCode:(?<code>-?\\d+),\\s?Signal:-?\\d+,\\s?Reason:(?<reason>\\w*),"
            + "\\s?Message:(?<message>[\\s\\S]*?),\\s?StartedAt:");

    private DeletedPodReader() {
    }

    /** How the pod of the event ended; empty for other events, older ones, and pods that did not fail. */
    public static Optional<Statement> read(Event event, Instant notBefore) {
        if (!REASONS.contains(String.valueOf(event.getReason())) || event.getMessage() == null
                || time(event).filter(t -> !t.isBefore(notBefore)).isEmpty()) {
            return Optional.empty();
        }
        Matcher matcher = ENDED.matcher(event.getMessage());
        if (!matcher.find() || matcher.group("code").equals("0")) {
            return Optional.empty();
        }
        var ended = new ContainerStateTerminatedBuilder().withExitCode(Integer.parseInt(matcher.group("code")))
                .withReason(matcher.group("reason")).withMessage(matcher.group("message")).build();
        return Optional.of(new Statement(Source.CONTAINER, matcher.group("pod"),
                "container ray-" + matcher.group("role").toLowerCase(Locale.ROOT) + " " + PodReader.terminated(ended)));
    }

    /** Events have the time in one of several fields, by who writes them. */
    private static Optional<Instant> time(Event event) {
        String text = event.getLastTimestamp() != null ? event.getLastTimestamp()
                : event.getEventTime() != null && event.getEventTime().getTime() != null ? event.getEventTime().getTime()
                : event.getFirstTimestamp() != null ? event.getFirstTimestamp()
                : event.getMetadata() == null ? null : event.getMetadata().getCreationTimestamp();
        try {
            return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeParseException notATime) {
            return Optional.empty();
        }
    }
}
