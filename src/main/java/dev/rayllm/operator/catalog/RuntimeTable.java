package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;
import java.util.Optional;

/** Which Ray, vLLM and image go together. */
public final class RuntimeTable {

    private final List<Runtime> rows;
    private final Runtime standard;

    private RuntimeTable(List<Runtime> rows, Runtime standard) {
        this.rows = List.copyOf(rows);
        this.standard = standard;
    }

    /** Rows as the file has them, oldest first. */
    private record File(String standard, List<Row> runtimes) {
    }

    private record Row(String name, String ray, String vllm, String image, int minComputeCapability) {
    }

    static RuntimeTable load() {
        File file = CatalogFiles.yaml("runtimes.yaml", new TypeReference<File>() { });
        List<Runtime> rows = file.runtimes().stream()
                .map(r -> new Runtime(r.name(), r.ray(), VllmVersion.parse(r.vllm()), r.image(), r.minComputeCapability()))
                .toList();
        return new RuntimeTable(rows, rows.stream().filter(r -> r.name().equals(file.standard())).findFirst()
                .orElseThrow(() -> new IllegalStateException("no runtime '" + file.standard() + "'")));
    }

    /** All rows, oldest first. */
    public List<Runtime> list() {
        return rows;
    }

    /** The row that counts when nobody names one. */
    public Runtime standard() {
        return standard;
    }

    /** A row by its name ({@code 2.59}) or its full Ray version ({@code 2.59.0}). */
    public Optional<Runtime> find(String name) {
        String wanted = name == null ? "" : name.strip();
        return rows.stream().filter(r -> r.name().equals(wanted) || r.rayVersion().equals(wanted)).findFirst();
    }
}
