package dev.rayllm.operator.plan.sizing.fit;

import dev.rayllm.operator.plan.sizing.CoefficientTable;
import dev.rayllm.operator.plan.sizing.SizingData;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table of coefficients as text that can be changed cell by cell and written back. */
final class CoefficientSheet {

    private static final String HEADER =
            "# Constants of the memory model by vLLM release. Written by make fit-sizing; what they mean: docs/sizing-accuracy.md.";

    private final List<String> columns;
    private final List<Map<String, String>> rows;

    private CoefficientSheet(List<String> columns, List<Map<String, String>> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** Round values, and the facts of each release that are not fitted. */
    static CoefficientSheet start() {
        try (var in = SizingData.class.getResourceAsStream("/sizing/coefficients-start.csv")) {
            return read(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static CoefficientSheet read(String text) {
        List<String> lines = text.lines().filter(l -> !l.isBlank()).toList();
        List<String> data = lines.stream().filter(l -> !l.startsWith("#")).toList();
        List<String> columns = List.of(data.get(0).split(","));
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : data.subList(1, data.size())) {
            String[] cells = line.split(",");
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                row.put(columns.get(i), cells[i]);
            }
            rows.add(row);
        }
        return new CoefficientSheet(columns, rows);
    }

    CoefficientSheet copy() {
        List<Map<String, String>> copies = new ArrayList<>();
        rows.forEach(row -> copies.add(new LinkedHashMap<>(row)));
        return new CoefficientSheet(columns, copies);
    }

    List<Map<String, String>> rows() {
        return rows;
    }

    CoefficientTable table() {
        return SizingData.coefficients(new StringReader(text()));
    }

    String text() {
        String header = HEADER + "\n" + String.join(",", columns) + "\n";
        return header + rows.stream().map(r -> String.join(",", r.values())).collect(Collectors.joining("\n", "", "\n"));
    }
}
