package dev.rayllm.operator.catalog.huggingface;

/** A file that cannot be used at all: not JSON, too large, of another kind. The message says why and where. */
public final class UnusableFile extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnusableFile(String message) {
        super(message, null, false, false);
    }
}
