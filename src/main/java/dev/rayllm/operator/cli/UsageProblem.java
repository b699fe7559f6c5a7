package dev.rayllm.operator.cli;

/** The command cannot start as it was given: a file that is not there, an option that cannot be. Exit code 2. */
final class UsageProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageProblem(String message) {
        super(message, null, false, false);
    }
}
