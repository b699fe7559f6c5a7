package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** The engine arguments of all vLLM releases of the runtime table, as the files have them. */
final class EngineArgumentTable {

    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder()
            .setHeader().setSkipHeaderRecord(true).setCommentMarker('#').setTrim(true).get();

    private final Map<String, Row> rows;
    private final Map<String, List<Value>> values;
    private final Map<String, List<Value>> fields;
    private final Map<String, String> retired;

    private EngineArgumentTable(Map<String, Row> rows, Map<String, List<Value>> values, Map<String, List<Value>> fields,
            Map<String, String> retired) {
        this.rows = rows;
        this.values = values;
        this.fields = fields;
        this.retired = retired;
    }

    /** An argument and the releases that have it. */
    record Row(EngineArgument argument, VersionSpan span) {
    }

    /** A text that an argument takes, or a field of one that is an object, and the releases that know it. */
    record Value(String text, VersionSpan span) {

        /** Reads {@code hermes}, {@code minimax_m3 from 0.25}, {@code gguf before 0.25} or both bounds. */
        static Value parse(String written) {
            String[] words = written.strip().split("\\s+");
            String from = null;
            String before = null;
            for (int i = 1; i + 1 < words.length; i += 2) {
                switch (words[i]) {
                    case "from" -> from = words[i + 1];
                    case "before" -> before = words[i + 1];
                    default -> throw new IllegalArgumentException("'" + written + "'");
                }
            }
            return new Value(words[0], VersionSpan.of(from, before));
        }
    }

    static EngineArgumentTable load() {
        return new EngineArgumentTable(arguments(), texts("engine-values.yaml"), texts("engine-objects.yaml"),
                CatalogFiles.yaml("retired-arguments.yaml", new TypeReference<Map<String, String>>() { }));
    }

    private static Map<String, List<Value>> texts(String file) {
        Map<String, List<Value>> texts = new LinkedHashMap<>();
        CatalogFiles.yaml(file, new TypeReference<Map<String, List<String>>>() { })
                .forEach((name, written) -> texts.put(name, written.stream().map(Value::parse).toList()));
        return texts;
    }

    private static Map<String, Row> arguments() {
        try (Reader text = CatalogFiles.text("engine-arguments.csv"); CSVParser parser = FORMAT.parse(text)) {
            Map<String, Row> rows = new LinkedHashMap<>();
            for (CSVRecord line : parser) {
                String type = line.get("type");
                rows.put(line.get("name"), new Row(
                        new EngineArgument(line.get("name"), line.get("kind").equals("frontend"), type, type.endsWith("?"),
                                line.get("default"), line.get("range")),
                        VersionSpan.of(line.get("from"), line.get("before"))));
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, Row> rows() {
        return rows;
    }

    /** Texts of an argument whose choice depends on the release, or null when it is not such an argument. */
    List<Value> values(String name) {
        return values.get(name);
    }

    /** Fields of an argument that is an object, or null when they are not known. */
    List<Value> fields(String name) {
        return fields.get(name);
    }

    /** What to use in place of an argument that no release of the table has, or null. */
    String retired(String name) {
        return retired.get(name);
    }
}
