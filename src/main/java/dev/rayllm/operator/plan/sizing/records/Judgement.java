package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;

/**
 * What the memory model says of one record.
 *
 * @param id       the record
 * @param reason   why it is not judged, or why the engine would not start; null when it starts
 * @param estimate the figures; null when it is not judged
 * @param arch     architecture that was taken
 * @param shape    settings that were taken, defaults filled in
 * @param gpu      GPU that was taken
 */
public record Judgement(String id, String reason, MemoryEstimate estimate, Architecture arch, EngineShape shape, Gpu gpu) {

    static Judgement unsupported(String id, String reason) {
        return new Judgement(id, reason, null, null, null, null);
    }

    public boolean supported() {
        return estimate != null;
    }

    /** Whether the engine starts; false when the record is not judged. */
    public boolean starts() {
        return estimate != null && reason == null;
    }
}
