package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The GPUs that plans can name. Case and punctuation do not matter in look-ups. */
public final class GpuTable {

    private final Map<String, Gpu> byName = new LinkedHashMap<>();
    private final Map<String, Gpu> bySpelling = new HashMap<>();

    private GpuTable(List<Gpu> gpus) {
        gpus.forEach(gpu -> {
            byName.put(gpu.name(), gpu);
            spellings(gpu).forEach(s -> claim(s, gpu));
        });
    }

    /** A table of these cards; two that claim one spelling are refused. */
    public static GpuTable of(List<Gpu> gpus) {
        return new GpuTable(gpus);
    }

    /** The table of this release. */
    static GpuTable builtIn() {
        return Loaded.TABLE;
    }

    private static final class Loaded {
        private static final GpuTable TABLE = of(CatalogFiles.yaml("gpus.yaml", new TypeReference<List<Gpu>>() { }));
    }

    private void claim(String spelling, Gpu gpu) {
        Gpu other = bySpelling.putIfAbsent(Spelling.key(spelling), gpu);
        if (other != null && !other.equals(gpu)) {
            throw new IllegalArgumentException("'" + spelling + "' would name both " + other.name() + " and " + gpu.name());
        }
    }

    /** All cards, in the order of the table. */
    public List<Gpu> list() {
        return List.copyOf(byName.values());
    }

    /** A card by its name, a cloud's label, the driver's product name or another usual spelling. */
    public Optional<Gpu> find(String text) {
        return Optional.ofNullable(bySpelling.get(Spelling.key(text)));
    }

    /** Names of the cards most like the text, best first. */
    public List<String> nearest(String text, int count) {
        return Nearest.of(text, byName.keySet(), name -> spellings(byName.get(name)), count);
    }

    private static List<String> spellings(Gpu gpu) {
        List<String> all = new ArrayList<>(gpu.aliases());
        all.add(gpu.name());
        return all;
    }
}
