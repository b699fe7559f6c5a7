package dev.rayllm.operator.observe;

import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads from a pod what is wrong with it, in the words that the rules of diagnosis look for. */
public final class PodReader {

    /** Reasons of a healthy start. */
    private static final Set<String> COMING = Set.of("ContainerCreating", "PodInitializing");
    /** A worker that is not ready for so long may have something to say in its log. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private PodReader() {
    }

    /**
     * States that are no part of a healthy life: {@code container C waiting: Reason: message},
     * {@code container C terminated: Reason, exit code N: message} and {@code pod Failed: Reason: message}.
     */
    public static List<Statement> read(Pod pod) {
        List<Statement> statements = new ArrayList<>();
        if (pod.getStatus() == null) {
            return statements;
        }
        if ("Failed".equals(pod.getStatus().getPhase()) && pod.getStatus().getReason() != null) {
            statements.add(said(pod, "pod Failed: " + pod.getStatus().getReason() + colon(pod.getStatus().getMessage())));
        }
        containers(pod).forEach(container -> state(container).ifPresent(text -> statements.add(said(pod, text))));
        return statements;
    }

    /** Whether the log of the pod's Ray container is worth reading: it broke, or it takes long. */
    public static boolean shouldSayMore(Pod pod, Instant now) {
        return pod.getStatus() != null && (!read(pod).isEmpty() || containers(pod).anyMatch(c -> runsUnready(c, now)));
    }

    /** Whether the container that runs Ray ended and waits to be started again: its last log is that of the run before. */
    public static boolean logIsOfTheRunBefore(Pod pod) {
        return ray(pod).filter(c -> c.getState() != null && c.getState().getWaiting() != null
                && c.getRestartCount() != null && c.getRestartCount() > 0).isPresent();
    }

    /** Name of the container that runs Ray, once it has a state: KubeRay takes the first of the pod. */
    public static Optional<String> rayContainer(Pod pod) {
        return ray(pod).map(ContainerStatus::getName);
    }

    private static Optional<ContainerStatus> ray(Pod pod) {
        if (pod.getSpec() == null || pod.getSpec().getContainers().isEmpty() || pod.getStatus() == null) {
            return Optional.empty();
        }
        String first = pod.getSpec().getContainers().getFirst().getName();
        return pod.getStatus().getContainerStatuses().stream().filter(c -> first.equals(c.getName())).findFirst();
    }

    private static Stream<ContainerStatus> containers(Pod pod) {
        return Stream.concat(pod.getStatus().getInitContainerStatuses().stream(),
                pod.getStatus().getContainerStatuses().stream());
    }

    private static Optional<String> state(ContainerStatus container) {
        String name = "container " + container.getName() + " ";
        ContainerStateTerminated ended = ended(container.getState()).or(() -> ended(container.getLastState())).orElse(null);
        ContainerStateWaiting waiting = container.getState() == null ? null : container.getState().getWaiting();
        if (waiting != null && waiting.getReason() != null && !COMING.contains(waiting.getReason())) {
            return Optional.of(name + "waiting: " + waiting.getReason() + colon(waiting.getMessage())
                    + (ended == null ? "" : "\n" + name + terminated(ended)));
        }
        // A container that came back and is ready again has got over it.
        return ended == null || Boolean.TRUE.equals(container.getReady()) ? Optional.empty()
                : Optional.of(name + terminated(ended));
    }

    private static Optional<ContainerStateTerminated> ended(ContainerState state) {
        return Optional.ofNullable(state).map(ContainerState::getTerminated)
                .filter(t -> t.getExitCode() == null || t.getExitCode() != 0);
    }

    static String terminated(ContainerStateTerminated ended) {
        return "terminated: " + (ended.getReason() == null || ended.getReason().isEmpty() ? "Error" : ended.getReason())
                + ", exit code " + ended.getExitCode() + colon(ended.getMessage());
    }

    private static boolean runsUnready(ContainerStatus container, Instant now) {
        if (Boolean.TRUE.equals(container.getReady()) || container.getState() == null
                || container.getState().getRunning() == null || container.getState().getRunning().getStartedAt() == null) {
            return false;
        }
        try {
            return Instant.parse(container.getState().getRunning().getStartedAt()).plus(PATIENCE).isBefore(now);
        } catch (DateTimeParseException notATime) {
            return false;
        }
    }

    private static Statement said(Pod pod, String text) {
        return new Statement(Source.CONTAINER, pod.getMetadata().getName(), text);
    }

    private static String colon(String message) {
        return message == null || message.isBlank() ? "" : ": " + message.strip();
    }
}
