package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table of architectures by model name. A name finds its own row; else the row of the build that was quantised; else that of a
 * member with the same name but for the tuning; else a row whose notes name it as having the same shape.
 */
public final class ModelConfigs {

    /** A row: its configuration, or why it has none. */
    public record Row(String model, Architecture architecture, String problem, double checkpointGib) {
    }

    private final List<Map<String, Row>> indexes = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());

    public ModelConfigs(Stream<StartRecord> rows) {
        rows.forEach(this::add);
    }

    private void add(StartRecord cells) {
        String model = cells.text("model");
        if (model.isEmpty()) {
            return;
        }
        Row row = ConfigRow.read(cells);
        String plain = ModelNames.plain(model);
        indexes.get(0).putIfAbsent(plain, row);
        indexes.get(1).putIfAbsent(ModelNames.withoutBuild(plain), row);
        indexes.get(2).putIfAbsent(ModelNames.withoutTune(plain), row);
        for (String name : sameShape(cells.text("notes"))) {
            indexes.get(3).putIfAbsent(ModelNames.withoutTune(ModelNames.plain(name)), row);
        }
    }

    /** The row for a model as a record names it. */
    public Optional<Row> find(String model) {
        String plain = ModelNames.plain(model);
        List<String> names = List.of(plain, ModelNames.withoutBuild(plain), ModelNames.withoutTune(plain),
                ModelNames.withoutTune(plain));
        for (int i = 0; i < names.size(); i++) {
            Row row = indexes.get(i).get(names.get(i));
            if (row != null) {
                return Optional.of(row);
            }
        }
        return Optional.empty();
    }

    /** Names in notes such as "X and Y have this shape" or "same shape as X". */
    private static List<String> sameShape(String notes) {
        List<String> names = new ArrayList<>();
        for (String part : notes.split("[;]")) {
            if (!part.contains("shape")) {
                continue;
            }
            for (String word : part.split(",|\\band\\b|\\bhas\\b|\\bhave\\b|\\bas\\b|\\bwith\\b|\\(|\\)")) {
                String name = word.strip().replaceFirst("^the ", "");
                if (name.matches("[A-Za-z][\\w.+-]*( [\\w.+-]+){0,2}") && name.matches(".*\\d.*") && name.length() >= 5) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
