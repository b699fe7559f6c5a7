package dev.rayllm.operator.observe;

import dev.rayllm.operator.observe.Capacity.LaunchFailure;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Instant;
import java.util.stream.Stream;

/** Reads events of Karpenter: missing capacity, limits and types that do not fit are told nowhere else. */
public final class EventReader {

    /** Reason of the event on a NodeClaim whose launch found no machine. */
    public static final String INSUFFICIENT_CAPACITY = "InsufficientCapacityError";
    /** Reason of the event on a pod that gets no node; the scheduler's own events have it too. */
    public static final String FAILED_SCHEDULING = "FailedScheduling";

    private static final String KARPENTER = "karpenter";
    private static final int GENERATED_SUFFIX = 5;
    /** The API server cuts the base of a generated name to this. */
    private static final int GENERATED_BASE = 58;

    private EventReader() {
    }

    /** A failed launch. */
    public static LaunchFailure launchFailure(Event event) {
        return new LaunchFailure(event.getInvolvedObject().getName(), event.getMessage() == null ? ""
                : event.getMessage().replaceFirst("^NodeClaim \\S+ event: ", ""), at(event));
    }

    /** Whether a NodeClaim is one of a pool's, by its name: {@code POOL-xxxxx}, all that its event tells of it. */
    public static boolean claimOfPool(String claim, String pool) {
        String base = pool + "-";
        String cut = base.length() <= GENERATED_BASE ? base : base.substring(0, GENERATED_BASE);
        return claim != null && claim.length() == cut.length() + GENERATED_SUFFIX && claim.startsWith(cut);
    }

    /** Whether Karpenter said it; a component may stand in either field. */
    public static boolean byKarpenter(Event event) {
        return event.getSource() != null && KARPENTER.equals(event.getSource().getComponent())
                || KARPENTER.equals(event.getReportingComponent());
    }

    /** When it was last said. */
    public static Instant at(Event event) {
        return Stream.of(event.getLastTimestamp(), event.getEventTime() == null ? null : event.getEventTime().getTime(),
                event.getFirstTimestamp(), event.getMetadata().getCreationTimestamp()).map(Times::of)
                .filter(t -> !t.equals(Instant.EPOCH)).findFirst().orElse(Instant.EPOCH);
    }
}
