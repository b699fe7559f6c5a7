package dev.rayllm.operator.cli;

/** Forms of output. */
enum OutputFormat {
    /** For people. */
    table,
    /** For programs. */
    json,
    /** For programs and people. */
    yaml
}
