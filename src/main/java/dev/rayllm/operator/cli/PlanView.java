package dev.rayllm.operator.cli;

import dev.rayllm.operator.api.v1alpha1.PlanStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.PlanSummary;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.validation.Finding;
import java.util.List;

/**
 * One element of the list that {@code plan -o json} and {@code -o yaml} write. What does not apply is left out.
 *
 * @param file      file as given
 * @param document  which document of the file, from 1
 * @param name      {@code metadata.name}
 * @param namespace namespace that was planned for
 * @param accepted  whether it can be planned
 * @param plan      the plan, with the names of {@code status.plan}; {@code rejected} is complete
 * @param bytes     memory of the limiting GPU to the byte, for programs
 * @param estimate  speed and cost of tokens
 * @param reason    refused: word of the closed list
 * @param field     refused: field to look at
 * @param message   refused: what is wrong
 * @param remedy    refused: what to do
 * @param options   refused: options that were weighed, nearest misses first
 * @param findings  refused by validation: everything that was found; the first is also in field and message
 */
record PlanView(String file, int document, String name, String namespace, boolean accepted, PlanStatus plan,
        BytesView bytes, EstimateView estimate, String reason, String field, String message, String remedy, List<RejectedOption> options,
        List<FindingView> findings) {

    /**
     * Bytes on the limiting GPU.
     *
     * @param usable     what the driver reports
     * @param budget     of the engine
     * @param weights    of the model
     * @param activation peak of a step
     * @param kvCache    left for the cache
     */
    record BytesView(long usable, long budget, long weights, long activation, long kvCache) {

        private static final double GIB = 1L << 30;

        static BytesView of(MemoryEstimate m) {
            return new BytesView(bytes(m.usable()), bytes(m.budget()), bytes(m.weights()), bytes(m.activation()), bytes(m.kvCache()));
        }

        private static long bytes(double gib) {
            return Math.round(gib * GIB);
        }
    }

    /** One thing that validation found. */
    record FindingView(String field, String message) {
    }

    static PlanView of(Entry entry, EstimateOptions options) {
        String namespace = entry.deployment() == null ? null : entry.deployment().getMetadata().getNamespace();
        return switch (entry.outcome()) {
            case Outcome.Planned planned -> new PlanView(entry.file(), entry.document(), entry.name(), namespace, true,
                    PlanSummary.complete(planned.plan()), BytesView.of(planned.plan().memory()), EstimateView.of(planned.plan(), options), null, null, null, null, null, null);
            case Outcome.Rejected r -> new PlanView(entry.file(), entry.document(), entry.name(), namespace, false, null, null, null,
                    r.reason().text(), r.field(), r.message(), r.remedy(), r.options(), null);
            case null -> invalid(entry);
        };
    }

    private static PlanView invalid(Entry entry) {
        Finding first = entry.findings().getFirst();
        return new PlanView(entry.file(), entry.document(), entry.name(), null, false, null, null, null, Reason.INVALID_SPEC.text(),
                first.field(), first.message(), "", List.of(), findings(entry));
    }

    static List<FindingView> findings(Entry entry) {
        return entry.findings().stream().map(f -> new FindingView(f.field(), f.message())).toList();
    }
}
