package dev.rayllm.operator.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;

/** Writes docs/api-reference.md from the CRDs: one table for each object in the schema. */
final class ApiReference {

    private static final List<String> CRDS = List.of("llmdeployments", "modelprofiles");
    private static final String HEAD = """
            # API reference

            Generated from `crds/`; a test fails when it is out of date. `kubectl explain llm.spec --recursive` shows the same.

            Fields in **bold** are required. *Allowed* names patterns, bounds and values; the rules under a table are
            checked by the API server too. Durations are like `90s`, `10m` or `1h30m`, where a pattern asks for them.
            """;

    private final StringBuilder out = new StringBuilder(HEAD);

    /** The page. */
    static String text() throws IOException {
        ApiReference page = new ApiReference();
        for (String name : CRDS) {
            page.addKind(map(new Yaml().<Object>load(Files.readString(Path.of("crds", name + ".rayllm.dev.yaml")))));
        }
        return page.out.toString();
    }

    private void addKind(Map<String, Object> crd) {
        Map<String, Object> spec = map(crd.get("spec"));
        Map<String, Object> names = map(spec.get("names"));
        for (Object each : (List<?>) spec.get("versions")) {
            Map<String, Object> version = map(each);
            Map<String, Object> schema = map(map(version.get("schema")).get("openAPIV3Schema"));
            out.append("\n## ").append(names.get("kind")).append("\n\n`").append(spec.get("group")).append('/')
                    .append(version.get("name")).append("`, ").append(spec.get("scope").toString().toLowerCase(java.util.Locale.ROOT))
                    .append(", short name ").append(code(((List<?>) names.get("shortNames")).get(0))).append(".\n\n")
                    .append(schema.get("description")).append('\n');
            addRules(schema);
            addObject("spec", map(map(schema.get("properties")).get("spec")));
            addObject("status", map(map(schema.get("properties")).get("status")));
        }
    }

    /** A table of the fields of an object, then the objects in it. */
    private void addObject(String path, Map<String, Object> schema) {
        out.append("\n### ").append(path).append("\n\n");
        if (schema.get("description") != null) {
            out.append(schema.get("description")).append("\n\n");
        }
        out.append("| Field | Type | Allowed | Meaning |\n|---|---|---|---|\n");
        Map<String, Object> fields = new TreeMap<>(map(schema.get("properties")));
        List<?> required = (List<?>) schema.getOrDefault("required", List.of());
        fields.forEach((name, field) -> out.append("| ").append(required.contains(name) ? "**" + code(name) + "**" : code(name))
                .append(" | ").append(type(map(field))).append(" | ").append(cell(allowed(map(field)))).append(" | ")
                .append(cell(String.valueOf(map(field).getOrDefault("description", "")))).append(" |\n"));
        addRules(schema);
        fields.forEach((name, field) -> {
            Map<String, Object> inner = map(field);
            if (inner.get("properties") != null) {
                addObject(path + "." + name, inner);
            } else if (inner.get("items") != null && map(inner.get("items")).get("properties") != null) {
                addObject(path + "." + name + "[]", map(inner.get("items")));
            }
        });
    }

    private void addRules(Map<String, Object> schema) {
        List<?> rules = (List<?>) schema.getOrDefault("x-kubernetes-validations", List.of());
        if (!rules.isEmpty()) {
            out.append("\nRules:\n\n");
            rules.forEach(rule -> out.append("- ").append(words(map(rule))).append('\n'));
        }
    }

    /** The message of a rule; where it is computed, the rule itself. */
    private static String words(Map<String, Object> rule) {
        return rule.get("message") != null ? rule.get("message").toString() : "`" + rule.get("rule") + "`";
    }

    private static String type(Map<String, Object> field) {
        if ("array".equals(field.get("type"))) {
            return "list of " + type(map(field.get("items")));
        }
        if (field.get("additionalProperties") instanceof Map<?, ?> values) {
            return "map to " + type(map(values));
        }
        return field.get("type") == null ? "any" : field.get("type").toString();
    }

    private static String allowed(Map<String, Object> field) {
        List<String> parts = new ArrayList<>();
        if (field.get("enum") instanceof List<?> values) {
            parts.add(values.stream().map(ApiReference::code).collect(Collectors.joining(", ")));
        }
        addBounds(parts, "", field.get("minimum"), field.get("maximum"));
        addBounds(parts, " characters", field.get("minLength"), field.get("maxLength"));
        addBounds(parts, " items", field.get("minItems"), field.get("maxItems"));
        addBounds(parts, " entries", null, field.get("maxProperties"));
        if (field.get("pattern") != null) {
            parts.add(code(field.get("pattern")));
        }
        if (field.get("items") != null) {
            String each = allowed(map(field.get("items")));
            if (!each.isEmpty()) {
                parts.add("each: " + each);
            }
        }
        return String.join("; ", parts);
    }

    private static void addBounds(List<String> parts, String unit, Object from, Object to) {
        if (from != null && to != null) {
            parts.add(from + " to " + to + unit);
        } else if (to != null) {
            parts.add("at most " + to + unit);
        } else if (from != null) {
            parts.add("at least " + from + unit);
        }
    }

    private static String code(Object text) {
        return "`" + text + "`";
    }

    /** A bar would end the cell, also within code. */
    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
