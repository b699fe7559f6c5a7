package dev.rayllm.operator.validation;

/** Text that is neither YAML nor JSON, or more than is taken. Ends in a {@link Finding}. */
final class UnreadableText extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    /** The line and column count from 1; 0 when no place can be named. */
    UnreadableText(String message, int line, int column) {
        // No stack trace: this is an answer, not a fault.
        super(message, null, false, false);
        this.line = line;
        this.column = column;
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }
}
