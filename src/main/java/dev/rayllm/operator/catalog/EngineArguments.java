package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one release of vLLM accepts in {@code engine_kwargs}: names, types, ranges and, where a text must be one of a
 * list (parsers, quantisation, load formats, data types), the texts. Ray hands wrong values on; only the engine on its
 * GPU node would refuse them.
 */
public final class EngineArguments {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NEAREST = 3;

    private final EngineArgumentTable table;
    private final VllmVersion version;

    EngineArguments(EngineArgumentTable table, VllmVersion version) {
        this.table = table;
        this.version = version;
    }

    /** The release whose rows count: for an image of another release the newest row that is not newer. */
    public VllmVersion version() {
        return version;
    }

    /** All arguments of this release. */
    public List<EngineArgument> list() {
        return table.rows().values().stream().filter(row -> row.span().holds(version))
                .map(EngineArgumentTable.Row::argument).toList();
    }

    /** An argument by its exact Python name. */
    public Optional<EngineArgument> find(String name) {
        return Optional.ofNullable(name == null ? null : table.rows().get(name))
                .filter(row -> row.span().holds(version)).map(EngineArgumentTable.Row::argument);
    }

    /** Names most like this one in any spelling, best first. */
    public List<String> nearest(String name, int count) {
        return Nearest.of(snake(name), list().stream().map(EngineArgument::name).toList(), count);
    }

    /**
     * What to do about an argument that this release does not have: the successor of one that is gone, or the release
     * that brings or dropped it. Kebab-case and leading dashes do not matter. Empty for a name never heard of.
     */
    public Optional<String> retiredHint(String name) {
        String snake = snake(name);
        String hint = table.retired(snake);
        if (hint == null && snake.startsWith("no_")) {
            hint = table.retired(snake.substring(3));
        }
        return hint != null ? Optional.of(hint) : otherRelease(snake);
    }

    private Optional<String> otherRelease(String snake) {
        EngineArgumentTable.Row row = table.rows().get(snake);
        if (row == null || row.span().holds(version)) {
            return Optional.empty();
        }
        return Optional.of(row.span().comesAfter(version)
                ? "It comes with vLLM " + row.span().from() + ": choose a newer runtime, or remove it"
                : "vLLM " + row.span().before() + " removed it: remove it here too");
    }

    /** Texts that an argument accepts in this release (parsers, quantisation and the like); empty when it is free. */
    public List<String> values(String name) {
        List<EngineArgumentTable.Value> values = table.values(name);
        return values == null ? List.of() : texts(values);
    }

    private List<String> texts(List<EngineArgumentTable.Value> values) {
        return values.stream().filter(v -> v.span().holds(version)).map(EngineArgumentTable.Value::text).toList();
    }

    /** Texts of an argument that are most like this one, best first. */
    public List<String> nearestValues(String name, String text, int count) {
        return Nearest.of(text, values(name), count);
    }

    /**
     * What is wrong with a value of an argument, without its name; empty when vLLM would take it. An argument that this
     * release does not have is not judged here.
     *
     * @param value as decoded from YAML or JSON (or a {@link JsonNode}): numbers, texts, booleans, lists, maps, null
     */
    public Optional<String> problem(String name, Object value) {
        return find(name).flatMap(argument -> judge(argument, plain(value)));
    }

    private Optional<String> judge(EngineArgument argument, Object value) {
        if (value == null) {
            return argument.nullable() ? Optional.empty() : Optional.of("must not be null");
        }
        List<String> values = values(argument.name());
        ArgumentType type = values.isEmpty() ? ArgumentType.parse(argument.type()) : new ArgumentType.OneOf(values);
        return type.problem(value).or(() -> value instanceof Number number
                ? ArgumentRange.parse(argument.range()).problem(number) : Optional.empty())
                .or(() -> value instanceof Map<?, ?> map ? unknownField(argument.name(), map) : Optional.empty());
    }

    /** vLLM's configuration classes forbid what they do not know. */
    private Optional<String> unknownField(String name, Map<?, ?> object) {
        if (table.fields(name) == null) {
            return Optional.empty();
        }
        List<String> known = texts(table.fields(name));
        return object.keySet().stream().map(String::valueOf).filter(field -> !known.contains(field)).findFirst()
                .map(field -> {
                    List<String> near = Nearest.of(field, known, NEAREST);
                    return "'" + field + "' is not a field of it in vLLM " + version
                            + (near.isEmpty() ? "; known: " + String.join(", ", known)
                                    : "; nearest: " + String.join(", ", near));
                });
    }

    private static Object plain(Object value) {
        return value instanceof JsonNode node ? JSON.convertValue(node, Object.class) : value;
    }

    private static String snake(String name) {
        return name == null ? "" : name.strip().replaceFirst("^-+", "").replace('-', '_');
    }
}
