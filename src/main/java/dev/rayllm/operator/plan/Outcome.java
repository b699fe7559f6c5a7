package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.api.v1alpha1.Reason;
import java.util.List;

/** What planning comes to: a plan, or one clear refusal. */
public sealed interface Outcome {

    /**
     * The spec can be planned.
     *
     * @param plan all decisions
     */
    record Planned(Plan plan) implements Outcome {
    }

    /**
     * The spec cannot be planned. Nothing that runs is touched.
     *
     * @param reason  word of the closed list
     * @param field   path of the field to look at, such as {@code spec.engine.tensorParallelSize}
     * @param message what is wrong: field, value and what is allowed
     * @param remedy  what to do
     * @param options options that were weighed, nearest misses first; empty when it did not come to that
     */
    record Rejected(Reason reason, String field, String message, String remedy, List<RejectedOption> options)
            implements Outcome {

        public Rejected {
            options = List.copyOf(options);
        }

        public Rejected(Reason reason, String field, String message, String remedy) {
            this(reason, field, message, remedy, List.of());
        }

        /** The refusal in one line: field, what is wrong, what to do. */
        public String text() {
            return field + ": " + message + (remedy.isEmpty() ? "" : ". " + remedy);
        }
    }
}
