package dev.rayllm.operator.catalog.huggingface;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * What the code of a family takes for granted where its {@code config.json} is silent; a row of {@code huggingface/families.csv}.
 *
 * @param prefix        start of {@code model_type}
 * @param tied          whether the head reuses the embedding when nothing is said
 * @param windowEvery   with a window and no list of layers: every so many layers one sees everything; 1: all do; 0: none does
 * @param sharedExperts shared experts that the code has and the file does not count
 * @param limits        what a profile cannot say of the family; empty when it can say everything
 */
record ModelFamily(String prefix, boolean tied, int windowEvery, int sharedExperts, String limits) {

    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder()
            .setHeader().setSkipHeaderRecord(true).setCommentMarker('#').setTrim(true).get();
    private static final List<ModelFamily> ROWS = load();

    /** The row with the longest prefix of the type; null for a family that is not known here. */
    static ModelFamily of(String modelType) {
        ModelFamily best = null;
        for (ModelFamily row : ROWS) {
            boolean longer = best == null || row.prefix.length() > best.prefix.length();
            best = matches(row.prefix, modelType) && longer ? row : best;
        }
        return best;
    }

    /** A prefix ends where a word of the type does: {@code qwen3} is no start of {@code qwen35}. */
    private static boolean matches(String prefix, String type) {
        return type.equals(prefix) || type.startsWith(prefix + "_") || type.startsWith(prefix + "-");
    }

    private static List<ModelFamily> load() {
        try (InputStream in = ModelFamily.class.getResourceAsStream("/huggingface/families.csv");
                var rows = FORMAT.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<ModelFamily> families = new ArrayList<>();
            for (CSVRecord row : rows) {
                families.add(new ModelFamily(row.get("prefix"), row.get("tied").equals("yes"),
                        Integer.parseInt(row.get("window_every")), Integer.parseInt(row.get("shared_experts")), row.get("limits")));
            }
            return List.copyOf(families);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
