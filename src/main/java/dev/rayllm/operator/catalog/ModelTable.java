package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The profile table: models by name, alias and repository. Case and punctuation do not matter.
 *
 * <p>When several rows claim one spelling, names win over repositories and aliases, and rows from outside win over
 * built-in ones. A broken row is found by its own name only, so that it takes nothing from a sound one.
 */
public final class ModelTable {

    private final Map<String, ModelRow> rows;
    private final Map<String, ModelRow> bySpelling;

    private ModelTable(Map<String, ModelRow> rows) {
        this.rows = rows;
        this.bySpelling = index(rows.values());
    }

    /** A table of these rows; of two with one name the later counts. */
    public static ModelTable of(Collection<ModelRow> rows) {
        Map<String, ModelRow> byName = new LinkedHashMap<>();
        rows.forEach(row -> byName.put(Spelling.key(row.name()), row));
        return new ModelTable(byName);
    }

    static ModelTable load() {
        record Entry(String name, ModelProfileSpec spec) {
        }
        List<Entry> entries = CatalogFiles.yaml("models.yaml", new TypeReference<List<Entry>>() { });
        return of(entries.stream().map(e -> new ModelRow(e.name(), e.spec(), true)).toList());
    }

    /** All rows: built-in ones in the order of the file, then those from outside. */
    public List<ModelRow> list() {
        return List.copyOf(rows.values());
    }

    /** The row that a user means by a name, an alias, or a repository with or without its owner. */
    public Optional<ModelRow> find(String text) {
        String key = Spelling.key(text);
        ModelRow named = rows.get(key);
        return Optional.ofNullable(named != null ? named : bySpelling.get(key));
    }

    /** Names of the rows whose name, alias or repository is most like the text, best first. */
    public List<String> nearest(String text, int count) {
        Map<String, List<String>> spellings = new HashMap<>();
        rows.values().forEach(row -> spellings.put(row.name(), spellings(row)));
        return Nearest.of(text, spellings.keySet(), spellings::get, count);
    }

    /** This table with more rows; one with the name of an existing row replaces it. */
    public ModelTable with(List<ModelRow> extra) {
        List<ModelRow> all = new ArrayList<>(rows.values());
        all.addAll(extra);
        return of(all);
    }

    /** A row from outside comes first; among equals the name decides, so that the order of listing does not. */
    private static Map<String, ModelRow> index(Collection<ModelRow> rows) {
        Map<String, ModelRow> index = new HashMap<>();
        rows.stream().filter(row -> row.builtIn() || row.problems().isEmpty())
                .sorted(Comparator.comparing(ModelRow::builtIn).thenComparing(ModelRow::name))
                .forEach(row -> spellings(row).forEach(s -> index.putIfAbsent(Spelling.key(s), row)));
        return index;
    }

    private static List<String> spellings(ModelRow row) {
        List<String> all = new ArrayList<>(List.of(row.name()));
        if (row.spec() != null && row.spec().id() != null) {
            all.add(row.spec().id());
            all.add(Spelling.withoutOwner(row.spec().id()));
        }
        if (row.spec() != null) {
            row.spec().aliases().forEach(alias -> {
                all.add(alias);
                all.add(Spelling.withoutOwner(alias));
            });
        }
        return all;
    }
}
