package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.ConditionStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;

/**
 * One condition's answer before times are added.
 *
 * @param status  True, False or Unknown
 * @param reason  word of the closed list
 * @param message in words, with what to do
 */
record Verdict(ConditionStatus status, Reason reason, String message) {

    static Verdict yes(Reason reason, String message) {
        return new Verdict(ConditionStatus.TRUE, reason, message);
    }

    static Verdict no(Reason reason, String message) {
        return new Verdict(ConditionStatus.FALSE, reason, message);
    }

    static Verdict unknown(Reason reason, String message) {
        return new Verdict(ConditionStatus.UNKNOWN, reason, message);
    }

    boolean isTrue() {
        return status == ConditionStatus.TRUE;
    }
}
