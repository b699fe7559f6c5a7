package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What changes from one spec to another, field by field: {@code scaling.maxReplicas 2 → 4}. */
final class SpecChanges {

    private final List<String> changes = new ArrayList<>();

    private SpecChanges() {
    }

    /** One line for each field that differs, in the order of their names. */
    static List<String> between(JsonNode before, JsonNode after) {
        SpecChanges found = new SpecChanges();
        found.compare("", before, after);
        return List.copyOf(found.changes);
    }

    private void compare(String path, JsonNode before, JsonNode after) {
        if (same(before, after)) {
            return;
        }
        if (!before.isObject() && !after.isObject()) {
            changes.add(path + " " + text(before) + " → " + text(after));
            return;
        }
        TreeSet<String> names = new TreeSet<>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        names.forEach(name -> compare(path.isEmpty() ? name : path + "." + name, before.path(name), after.path(name)));
    }

    /** A number is the same in JSON whether it was read as an integer or not; null is the same as nothing. */
    private static boolean same(JsonNode before, JsonNode after) {
        return before.equals(after) || absent(before) && absent(after)
                || before.isNumber() && after.isNumber() && before.decimalValue().compareTo(after.decimalValue()) == 0;
    }

    private static boolean absent(JsonNode node) {
        return node.isMissingNode() || node.isNull() || node.isObject() && node.isEmpty();
    }

    private static String text(JsonNode node) {
        return node instanceof MissingNode || node.isNull() ? "(none)" : node.isTextual() ? node.asText() : node.toString();
    }
}
