package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.catalog.VllmVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** Reads the tables under {@code sizing/} of the class path. The only place of the memory model that reads anything. */
public final class SizingData {

    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder()
            .setHeader().setSkipHeaderRecord(true).setCommentMarker('#').setTrim(true).get();

    private SizingData() {
    }

    /** The constants that come with this release. */
    public static CoefficientTable coefficients() {
        return new CoefficientTable(rows("coefficients.csv", SizingData::coefficients));
    }

    /** Constants from a file of the same form. */
    public static CoefficientTable coefficients(Reader reader) {
        return new CoefficientTable(rows(reader, SizingData::coefficients));
    }

    static Families families() {
        return new Families(rows("families.csv", SizingData::family));
    }

    /** Rows of a table of this directory. */
    public static <T> List<T> rows(String name, Function<CSVRecord, T> read) {
        InputStream in = SizingData.class.getResourceAsStream("/sizing/" + name);
        if (in == null) {
            throw new IllegalStateException("the class path has no sizing/" + name);
        }
        return rows(new InputStreamReader(in, StandardCharsets.UTF_8), read);
    }

    private static <T> List<T> rows(Reader reader, Function<CSVRecord, T> read) {
        try (reader; var parser = FORMAT.parse(reader)) {
            List<T> rows = new ArrayList<>();
            for (CSVRecord row : parser) {
                rows.add(read.apply(row));
            }
            return List.copyOf(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Coefficients coefficients(CSVRecord row) {
        return new Coefficients(VllmVersion.parse(row.get("from")), number(row, "sampler_bytes"), number(row, "base_gib"),
                number(row, "hidden_factor"), number(row, "forward_factor"), number(row, "expert_workspace"),
                number(row, "vision_gib"), number(row, "non_torch_1"), number(row, "non_torch_2"), number(row, "non_torch_4"),
                number(row, "non_torch_linkless"), number(row, "non_torch_stage"), number(row, "non_torch_nodes"), number(row, "graph_base"), number(row, "graph_layer"),
                number(row, "graph_experts"), number(row, "graph_latent"), number(row, "graph_rank"), number(row, "graph_sizes"), yes(row, "graphs_in_budget"), number(row, "late_bytes"),
                number(row, "utilization"), yes(row, "windows_counted"));
    }

    private static Family family(CSVRecord row) {
        return new Family(row.get("prefix"), row.get("other_layers"), whole(row, "full_every"), yes(row, "query_gate"),
                yes(row, "attention_bias"), whole(row, "norms_per_layer"), number(row, "rotary_share"),
                whole(row, "rotary_tables"), whole(row, "vision_layers"), whole(row, "vision_hidden"),
                number(row, "vision_intermediate"), yes(row, "vision_gated"), yes(row, "vision_whole"),
                whole(row, "linear_state_bytes"), whole(row, "query_rank"), yes(row, "mlp_beside_experts"),
                row.get("expert_format"), number(row, "compressed_bytes"), number(row, "compressor_bytes"), number(row, "uncertainty"), whole(row, "mlp_matrices"));
    }

    private static double number(CSVRecord row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private static int whole(CSVRecord row, String column) {
        return Integer.parseInt(row.get(column));
    }

    private static boolean yes(CSVRecord row, String column) {
        return row.get(column).equals("yes");
    }
}
