package dev.rayllm.operator.validation;

import java.util.List;
import java.util.Map;

/**
 * One node of a CRD's structural schema, by the words that our CRDs use.
 *
 * @param node the node as it stands in the CRD
 */
record Schema(Map<String, Object> node) {

    /** The type; empty when any value is allowed. */
    String type() {
        return node.get("type") instanceof String type ? type : "";
    }

    String description() {
        return node.get("description") instanceof String text ? text : "";
    }

    /** Named fields; empty when there are none. */
    Map<String, Object> properties() {
        return map("properties");
    }

    /** The schema of a named field, or null. */
    Schema property(String name) {
        return properties().get(name) instanceof Map<?, ?> ? of(properties().get(name)) : null;
    }

    /** The schema of list items, or null. */
    Schema items() {
        return node.containsKey("items") ? of(node.get("items")) : null;
    }

    /** The schema of a map's values, or null when the fields are named. */
    Schema values() {
        return node.containsKey("additionalProperties") ? of(node.get("additionalProperties")) : null;
    }

    /** Whether fields that are not named are kept. */
    boolean open() {
        return Boolean.TRUE.equals(node.get("x-kubernetes-preserve-unknown-fields"));
    }

    List<?> required() {
        return list("required");
    }

    List<?> allowed() {
        return list("enum");
    }

    String pattern() {
        return node.get("pattern") instanceof String pattern ? pattern : null;
    }

    /** A limit such as {@code maxLength}, or null. */
    Number limit(String name) {
        return node.get(name) instanceof Number number ? number : null;
    }

    /** The keys that identify an item of a list; empty for ordinary lists. */
    List<?> listKeys() {
        return list("x-kubernetes-list-map-keys");
    }

    /** The CEL rules of this node. */
    List<Rule> rules() {
        return list("x-kubernetes-validations").stream().map(Schema::rule).toList();
    }

    /**
     * A CEL rule.
     *
     * @param expression        what must hold
     * @param message           fixed message, or null
     * @param messageExpression CEL that gives the message, or null
     */
    record Rule(String expression, String message, String messageExpression) {
    }

    private static Rule rule(Object entry) {
        Map<?, ?> rule = (Map<?, ?>) entry;
        return new Rule((String) rule.get("rule"), (String) rule.get("message"), (String) rule.get("messageExpression"));
    }

    @SuppressWarnings("unchecked")
    private static Schema of(Object node) {
        return new Schema((Map<String, Object>) node);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> map(String key) {
        return node.get(key) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    private List<?> list(String key) {
        return node.get(key) instanceof List<?> list ? list : List.of();
    }
}
