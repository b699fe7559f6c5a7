package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Environment variables that a deployment may not set, as something else sets them. */
public final class OwnedEnvironment {

    private OwnedEnvironment() {
    }

    /** Names with one remedy. */
    private record Group(String remedy, List<String> names) {
    }

    private static final class Loaded {
        private static final Map<String, String> REMEDIES = load();
    }

    /** What to do instead of setting a variable; empty for one that is free. Case matters, as it does to programs. */
    public static Optional<String> remedy(String name) {
        return Optional.ofNullable(Loaded.REMEDIES.get(name));
    }

    private static Map<String, String> load() {
        Map<String, String> remedies = new HashMap<>();
        CatalogFiles.yaml("owned-environment.yaml", new TypeReference<List<Group>>() { })
                .forEach(group -> group.names().forEach(name -> remedies.put(name, group.remedy())));
        return Map.copyOf(remedies);
    }
}
