package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
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

    private final ClassDefaults defaults;

    Level(JsonNode node, String path, Notes notes) {
        this(node, path, notes, ClassDefaults.of(true));
    }

    private Level(JsonNode node, String path, Notes notes, ClassDefaults defaults) {
        this.node = node;
        this.path = path;
        this.notes = notes;
        this.defaults = defaults;
    }

    /** The same object, with the numbers of a configuration class for keys that are not there at all. */
    Level with(ClassDefaults numbers) {
        Level same = new Level(node, path, notes, numbers);
        same.read.addAll(read);
        return same;
    }

    /** The value of the first name that is there and not null; where none is there at all, that of the class; else null. */
    JsonNode value(String... names) {
        JsonNode found = null;
        boolean silent = true;
        for (String name : names) {
            JsonNode value = node.get(name);
            read.add(name);
            silent &= value == null;
            if (found == null && value != null && !value.isNull()) {
                found = value;
            }
        }
        return silent ? classDefault(names) : found;
    }

    private JsonNode classDefault(String... names) {
        for (String name : names) {
            Integer number = defaults.number(name);
            if (number != null) {
                notes.assumed(path + name + " is " + number + ", the class default of " + defaults.modelType());
                return IntNode.valueOf(number);
            }
        }
        return null;
    }

    /** A number that only the class has, and no file. */
    Integer classFactor(String name) {
        return defaults.number(name);
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
        if (value == null || !value.isArray()) {
            return whole(names);
        }
        String name = present(names);
        // ERNIE writes one number for text and one for images.
        boolean pair = value.size() == 2 && name.startsWith("moe_");
        boolean numbers = !value.isEmpty();
        for (JsonNode item : value) {
            numbers &= item.isIntegralNumber() && item.canConvertToInt();
        }
        if (!numbers || !pair && value.size() != layers()) {
            notes.fault(path + name + " is a list of " + value.size() + "; a whole number is wanted, or a list with one for each layer");
            return null;
        }
        for (JsonNode item : value) {
            if (!item.equals(value.get(0))) {
                notes.unknown(path + name + " differs from layer to layer; the first value, " + value.get(0).asText()
                        + ", is taken for all");
                break;
            }
        }
        return value.get(0).intValue();
    }

    /** How many layers the object says that it has; -1 when it does not. */
    private int layers() {
        for (String name : List.of("num_hidden_layers", "n_layer", "n_layers", "num_layers")) {
            if (node.path(name).canConvertToInt()) {
                return node.path(name).intValue();
            }
        }
        Integer own = defaults.number("num_hidden_layers");
        return own == null ? -1 : own;
    }

    /** A whole number above zero; 0 and -1 count as "has none", as several families write it, and less is a fault. */
    Integer positive(String... names) {
        Integer value = wholeOrRepeated(names);
        if (value != null && value < -1) {
            notes.fault(path + present(names) + " must not be below 0 and is " + value);
        }
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

    /** An object inside; null when there is none. A value of another kind is a fault of the file. */
    Level inside(String... names) {
        JsonNode value = value(names);
        if (value != null && !value.isObject()) {
            notes.fault(path + present(names) + " is " + JsonFile.kind(value) + "; an object is wanted");
        }
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
