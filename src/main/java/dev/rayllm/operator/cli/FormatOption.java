package dev.rayllm.operator.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** {@code -o}, and how the two machine-readable forms are written. */
final class FormatOption {

    @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private OutputFormat format;

    boolean table() {
        return format == OutputFormat.table;
    }

    /** Writes a tree of maps, lists and records in the form that was asked for, which is not the table. */
    void write(PrintWriter out, Object value) {
        out.print(format == OutputFormat.json ? Trees.json(value) : Trees.yaml(value));
    }
}
