package dev.rayllm.operator.catalog.huggingface;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * The numbers that the configuration class of a family takes where a file is silent; rows of {@code huggingface/class-defaults.csv}.
 *
 * <p>Transformers writes of a nested configuration only what differs from its class, so the language part of a multimodal model may
 * lack any size. Of a file that is not nested it writes the sizes always: there a missing number of layers or heads is a fault.
 *
 * @param modelType type of the class
 * @param numbers   numbers by key, in the words of the table
 */
public record ClassDefaults(String modelType, Map<String, Integer> numbers) {

    /** Keys that a file which is not nested may leave out: those that its class did not have when the file was written. */
    private static final Set<String> LEFT_OUT = Set.of("vocab_size", "num_key_value_heads", "head_dim", "intermediate_size",
            "max_position_embeddings", "sliding_window", "mlp_factor");
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder()
            .setHeader().setSkipHeaderRecord(true).setCommentMarker('#').setTrim(true).get();
    private static final Map<String, ClassDefaults> ROWS = load();

    /** The row of the first of these types that has one; one without numbers when none has. */
    static ClassDefaults of(boolean nested, String... modelTypes) {
        for (String type : modelTypes) {
            ClassDefaults row = type == null ? null : ROWS.get(type.toLowerCase(Locale.ROOT));
            if (row != null) {
                return nested ? row : row.leftOut();
            }
        }
        return new ClassDefaults("", Map.of());
    }

    /** Entries of the vocabulary that a family's class takes when nothing is said; null when it is not known. */
    public static Integer vocabulary(String modelType) {
        return of(true, modelType).number("vocab_size");
    }

    private ClassDefaults leftOut() {
        Map<String, Integer> few = new LinkedHashMap<>(numbers);
        few.keySet().retainAll(LEFT_OUT);
        return new ClassDefaults(modelType, few);
    }

    Integer number(String key) {
        return numbers.get(key);
    }

    private static Map<String, ClassDefaults> load() {
        try (InputStream in = ClassDefaults.class.getResourceAsStream("/huggingface/class-defaults.csv");
                var rows = FORMAT.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            Map<String, ClassDefaults> all = new HashMap<>();
            for (CSVRecord row : rows) {
                Map<String, Integer> numbers = new LinkedHashMap<>();
                row.toMap().forEach((key, cell) -> {
                    if (!key.equals("model_type") && !cell.isEmpty()) {
                        numbers.put(key, Integer.valueOf(cell));
                    }
                });
                all.put(row.get("model_type"), new ClassDefaults(row.get("model_type"), numbers));
            }
            return Map.copyOf(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
