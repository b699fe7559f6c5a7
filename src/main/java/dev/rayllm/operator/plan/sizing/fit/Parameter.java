package dev.rayllm.operator.plan.sizing.fit;

import dev.rayllm.operator.catalog.VllmVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One number of the table that is fitted: a column, and the rows that share its value.
 *
 * @param column column of the table
 * @param rows   indexes of the rows
 * @param most   largest value that makes sense; the smallest is 0
 */
record Parameter(String column, List<Integer> rows, double most) {

    /** Column, largest value, and the releases at which the engine's code for it changed. */
    private record Definition(String column, double most, List<String> changes) {
    }

    private static final List<Definition> DEFINITIONS = List.of(
            new Definition("sampler_bytes", 60, List.of("0.17")),
            new Definition("base_gib", 0.4, List.of("0.17")),
            new Definition("hidden_factor", 3, List.of("0.17")),
            new Definition("forward_factor", 2, List.of("0.17")),
            new Definition("vision_gib", 1, List.of("0.17")),
            new Definition("non_torch_1", 1, List.of("0.18")),
            new Definition("non_torch_2", 4, List.of("0.11")),
            new Definition("non_torch_4", 4, List.of("0.11", "0.21")),
            new Definition("non_torch_nodes", 8, List.of()),
            new Definition("graph_base", 1, List.of()),
            new Definition("graph_layer", 0.05, List.of()),
            new Definition("graph_experts", 0.05, List.of()),
            new Definition("graph_latent", 0.05, List.of()),
            new Definition("graph_rank", 0.5, List.of()));

    static List<Parameter> of(List<Map<String, String>> table) {
        List<Parameter> all = new ArrayList<>();
        for (Definition d : DEFINITIONS) {
            List<Integer> rows = new ArrayList<>();
            for (int i = 0; i < table.size(); i++) {
                if (!rows.isEmpty() && d.changes().stream().map(VllmVersion::parse).anyMatch(from(table, i)::equals)) {
                    all.add(new Parameter(d.column(), rows, d.most()));
                    rows = new ArrayList<>();
                }
                rows.add(i);
            }
            all.add(new Parameter(d.column(), rows, d.most()));
        }
        return all;
    }

    private static VllmVersion from(List<Map<String, String>> table, int row) {
        return VllmVersion.parse(table.get(row).get("from"));
    }

    double value(List<Map<String, String>> table) {
        return Double.parseDouble(table.get(rows.get(0)).get(column));
    }

    void set(List<Map<String, String>> table, double value) {
        String text = new java.math.BigDecimal(value).round(new java.math.MathContext(3)).stripTrailingZeros().toPlainString();
        rows.forEach(row -> table.get(row).put(column, text));
    }
}
