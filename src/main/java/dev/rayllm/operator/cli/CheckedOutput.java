package dev.rayllm.operator.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Standard output that remembers why it could not be written; after that it swallows the rest. */
final class CheckedOutput extends FilterOutputStream {

    private String problem;

    CheckedOutput(OutputStream out) {
        super(out);
    }

    /** Why something was not written, or null. */
    String problem() {
        return problem;
    }

    /** Whether the reader went away. */
    boolean pipeClosed() {
        return problem != null && problem.contains("Broken pipe");
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (problem != null) {
            return;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            problem = e.getMessage() == null ? e.toString() : e.getMessage();
        }
    }
}
