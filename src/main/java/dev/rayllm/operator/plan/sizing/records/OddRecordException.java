package dev.rayllm.operator.plan.sizing.records;

/** Why one record cannot be judged; the others can. */
public final class OddRecordException extends Exception {

    private static final long serialVersionUID = 1L;

    public OddRecordException(String message) {
        super(message, null, false, false);
    }
}
