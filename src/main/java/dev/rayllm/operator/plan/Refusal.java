package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import java.util.List;

/** Leaves planning at the first thing that cannot be; becomes an {@link Outcome.Rejected} and never leaves it. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Outcome.Rejected outcome;

    Refusal(Reason reason, String field, String message, String remedy) {
        this(reason, field, message, remedy, List.of());
    }

    Refusal(Reason reason, String field, String message, String remedy, List<RejectedOption> options) {
        // No stack trace: this is an answer, not a fault.
        super(message, null, false, false);
        this.outcome = new Outcome.Rejected(reason, field, message, remedy, options);
    }

    Outcome.Rejected outcome() {
        return outcome;
    }
}
