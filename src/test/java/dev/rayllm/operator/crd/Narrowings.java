package dev.rayllm.operator.crd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a schema refuses or loses that an earlier one took and kept. Wider is fine: more fields, more values, looser bounds.
 * Rules in CEL are not compared: what they refuse cannot be told by looking at them.
 */
final class Narrowings {

    private final List<String> found = new ArrayList<>();

    private Narrowings() {
    }

    /** A line for each, with the path of the field; empty when all that was good stays good. */
    static List<String> between(Map<String, Object> earlier, Map<String, Object> later) {
        Narrowings narrowings = new Narrowings();
        narrowings.compare("", earlier, later);
        return narrowings.found;
    }

    private void compare(String path, Map<String, Object> earlier, Map<String, Object> later) {
        if (!Objects.equals(earlier.get("type"), later.get("type"))) {
            found.add(path + ": type " + earlier.get("type") + " became " + later.get("type"));
            return;
        }
        Set<Object> required = set(later.get("required"));
        required.removeAll(set(earlier.get("required")));
        required.forEach(field -> found.add(path + "." + field + " is required now"));
        values(path, earlier.get("enum"), later.get("enum"));
        if (later.containsKey("pattern") && !later.get("pattern").equals(earlier.get("pattern"))) {
            found.add(path + ": pattern " + earlier.get("pattern") + " became " + later.get("pattern"));
        }
        List.of("maximum", "maxLength", "maxItems", "maxProperties").forEach(bound -> bound(path, bound, earlier, later, 1));
        List.of("minimum", "minLength", "minItems", "minProperties").forEach(bound -> bound(path, bound, earlier, later, -1));
        properties(path, map(earlier, "properties"), map(later, "properties"));
        for (String part : List.of("items", "additionalProperties")) {
            if (earlier.get(part) instanceof Map) {
                compare(path + "[]", map(earlier, part), map(later, part));
            }
        }
    }

    private void properties(String path, Map<String, Object> earlier, Map<String, Object> later) {
        earlier.keySet().forEach(name -> {
            if (later.containsKey(name)) {
                compare(path + "." + name, map(earlier, name), map(later, name));
            } else {
                found.add(path + "." + name + " is gone");
            }
        });
    }

    private void values(String path, Object earlier, Object later) {
        if (later != null) {
            Set<Object> gone = set(earlier);
            gone.removeAll(set(later));
            if (earlier == null || !gone.isEmpty()) {
                found.add(path + ": " + (earlier == null ? "only some values are" : gone + " is no longer") + " allowed");
            }
        }
    }

    /** A bound that is new, or tighter in the direction of the sign. */
    private void bound(String path, String name, Map<String, Object> earlier, Map<String, Object> later, int sign) {
        if (later.get(name) instanceof Number now && (!(earlier.get(name) instanceof Number before)
                || sign * Double.compare(now.doubleValue(), before.doubleValue()) < 0)) {
            found.add(path + ": " + name + " " + earlier.get(name) + " became " + now);
        }
    }

    private static Set<Object> set(Object list) {
        return list == null ? new TreeSet<>() : new TreeSet<>((List<?>) list);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> node, String key) {
        return node.get(key) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
