package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.render.Labels;
import java.util.List;

/**
 * A revision as the cluster keeps it, read leniently: also what another release of the operator has written.
 *
 * @param revision   its number; the newest is the highest
 * @param generation generation that was last applied as this revision
 * @param since      when it was last applied (RFC 3339)
 * @param outcome    Pending, Served or Failed
 * @param reason     why it failed; empty otherwise
 * @param changes    what its spec changes against the revision before it
 * @param spec       the spec
 */
record StoredRevision(long revision, String generation, String since, String outcome, String reason, List<String> changes,
        JsonNode spec) {

    private static final String SERVED = "Served";

    /** The revision of a ControllerRevision. */
    static StoredRevision of(JsonNode object) {
        JsonNode annotations = object.at("/metadata/annotations");
        return new StoredRevision(object.path("revision").asLong(), annotations.path(Labels.GENERATION).asText(),
                annotations.path(Labels.SINCE).asText(), annotations.path(Labels.OUTCOME).asText(),
                annotations.path(Labels.OUTCOME_REASON).asText(), List.of(), object.at("/data/spec"));
    }

    /** This revision, compared with the one before it; null when it is the first that is kept. */
    StoredRevision after(StoredRevision before) {
        return before == null ? this : new StoredRevision(revision, generation, since, outcome, reason,
                SpecChanges.between(before.spec, spec), spec);
    }

    boolean served() {
        return SERVED.equals(outcome);
    }
}
