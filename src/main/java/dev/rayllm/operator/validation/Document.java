package dev.rayllm.operator.validation;

import java.util.Map;

/**
 * One YAML or JSON document as plain maps, lists, strings, {@code Long}, {@code Double}, {@code Boolean} and null.
 *
 * @param file  file as the user named it
 * @param index which document of the file, from 1; the items of a List carry the number of their document
 * @param tree  the document
 */
public record Document(String file, int index, Map<String, Object> tree) {

    /** {@code kind}, or an empty text. */
    public String kind() {
        return tree.get("kind") instanceof String kind ? kind : "";
    }

    /** {@code apiVersion}, or an empty text. */
    public String apiVersion() {
        return tree.get("apiVersion") instanceof String version ? version : "";
    }

    /** {@code metadata.name}, or an empty text. */
    public String name() {
        return tree.get("metadata") instanceof Map<?, ?> metadata && metadata.get("name") instanceof String name
                ? name : "";
    }

    /** A finding about a field of this document. */
    Finding finding(String field, String message) {
        return new Finding(file, index, name(), field, message);
    }
}
