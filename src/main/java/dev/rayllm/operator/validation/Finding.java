package dev.rayllm.operator.validation;

/**
 * One thing that is wrong with an input.
 *
 * @param file     file as the user named it; {@code <stdin>} for standard input
 * @param document which document of the file, from 1; 0 when the file as a whole is meant
 * @param name     {@code metadata.name} of the object; empty when it has none
 * @param field    path of the field, such as {@code spec.engine.runtime}; empty for the whole document
 * @param message  what is wrong, what is allowed, what to do
 */
public record Finding(String file, int document, String name, String field, String message) {

    /** A finding about a file as a whole. */
    static Finding ofFile(String file, String message) {
        return new Finding(file, 0, "", "", message);
    }

    /** The finding in one line. */
    public String text() {
        String where = document > 1 ? file + " (document " + document + ")" : file;
        return where + ": " + (name.isEmpty() ? "" : name + ": ") + (field.isEmpty() ? "" : field + ": ") + message;
    }
}
