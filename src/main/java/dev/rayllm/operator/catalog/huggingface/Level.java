package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One object of a {@code config.json}: reads values by any of their names, and remembers which keys were read. */
final class Level {

    private final JsonNode node;
    private final String path;
    private final Notes notes;
    private final Set<String> read = new LinkedHashSet<>();

    Level(JsonNode node, String path, Notes notes) {
        this.node = node;
        this.path = path;
        this.notes = notes;
    }

    /** The value of the first name that is there and not null; null when none is. */
    JsonNode value(String... names) {
        JsonNode found = null;
        for (String name : names) {
            JsonNode value = node.get(name);
            read.add(name);
            if (found == null && value != null && !value.isNull()) {
                found = value;
            }
        }
        return found;
    }

    boolean has(String name) {
        return node.hasNonNull(name);
    }

    /** A whole number; a value of another kind is a fault of the file. */
    Integer whole(String... names) {
        JsonNode value = value(names);
        if (value == null) {
            return null;
        }
        boolean fits = value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue())
                && Math.abs(value.doubleValue()) <= Integer.MAX_VALUE;
        if (!fits) {
            notes.fault(path + present(names) + " is " + JsonFile.kind(value) + "; a whole number is wanted");
            return null;
        }
        return value.intValue();
    }

    /** A whole number, or the one number that a list of them repeats, as some families write a value for each layer. */
    Integer wholeOrRepeated(String... names) {
        JsonNode value = value(names);
        if (value == null || !value.isArray() || value.isEmpty()) {
            return whole(names);
        }
        for (JsonNode item : value) {
            if (!item.equals(value.get(0))) {
                notes.unknown(path + present(names) + " differs from layer to layer; the first value, " + value.get(0).asText()
                        + ", is taken for all");
                break;
            }
        }
        return value.get(0).isIntegralNumber() ? value.get(0).intValue() : null;
    }

    /** A whole number above zero; zero and below count as "has none", as several families write it. */
    Integer positive(String... names) {
        Integer value = wholeOrRepeated(names);
        return value == null || value <= 0 ? null : value;
    }

    Boolean yes(String... names) {
        JsonNode value = value(names);
        return value == null || !value.isBoolean() ? null : value.booleanValue();
    }

    String text(String... names) {
        JsonNode value = value(names);
        return value == null || !value.isTextual() ? null : value.textValue();
    }

    /** The items of a list as texts; null when there is no list. */
    List<String> list(String... names) {
        JsonNode value = value(names);
        if (value == null || !value.isArray()) {
            return null;
        }
        List<String> items = new ArrayList<>();
        value.forEach(item -> items.add(item.asText()));
        return items;
    }

    /** An object inside; null when there is none. */
    Level inside(String... names) {
        JsonNode value = value(names);
        return value == null || !value.isObject() ? null : new Level(value, path + present(names) + ".", notes);
    }

    JsonNode node() {
        return node;
    }

    /** Keys that nobody read, with their values, in the order of the file. */
    Iterable<Map.Entry<String, JsonNode>> unread() {
        List<Map.Entry<String, JsonNode>> rest = new ArrayList<>();
        for (Iterator<Map.Entry<String, JsonNode>> fields = node.fields(); fields.hasNext();) {
            Map.Entry<String, JsonNode> field = fields.next();
            if (!read.contains(field.getKey()) && !field.getValue().isNull()) {
                rest.add(field);
            }
        }
        return rest;
    }

    String path() {
        return path;
    }

    private String present(String... names) {
        for (String name : names) {
            if (node.hasNonNull(name)) {
                return name;
            }
        }
        return names[0];
    }
}
