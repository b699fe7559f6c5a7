package dev.rayllm.operator.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The machines that plans can choose. */
public final class InstanceTable {

    private final Map<String, InstanceType> byName;

    private InstanceTable(Map<String, InstanceType> byName) {
        this.byName = byName;
    }

    /** A table of these machines; of two with one name the later counts. */
    public static InstanceTable of(List<InstanceType> types) {
        Map<String, InstanceType> byName = new LinkedHashMap<>();
        types.forEach(type -> byName.put(key(type.name()), type));
        return new InstanceTable(byName);
    }

    /** All machines, in the order of the table. */
    public List<InstanceType> list() {
        return List.copyOf(byName.values());
    }

    /** A machine by the exact value of its label; only case does not matter. */
    public Optional<InstanceType> find(String name) {
        return Optional.ofNullable(byName.get(key(name)));
    }

    /** Names most like the text, best first. */
    public List<String> nearest(String text, int count) {
        return Nearest.of(text, byName.values().stream().map(InstanceType::name).toList(), count);
    }

    /** This table with more machines; one with a known name replaces that row, such as to set other prices. */
    public InstanceTable with(List<InstanceType> extra) {
        Map<String, InstanceType> all = new LinkedHashMap<>(byName);
        extra.forEach(type -> all.put(key(type.name()), type));
        return new InstanceTable(all);
    }

    private static String key(String name) {
        return name == null ? "" : name.strip().toLowerCase(Locale.ROOT);
    }
}
