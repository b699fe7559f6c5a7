package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Engine arguments that change the need for memory and that the memory model does not count. */
public final class UnsizedArguments {

    private UnsizedArguments() {
    }

    private static final class Loaded {
        private static final Map<String, String> MEANINGS =
                CatalogFiles.yaml("unsized-arguments.yaml", new TypeReference<Map<String, String>>() { });
    }

    /** What it means that an argument with this value is not counted; empty for one that is, or that is switched off. */
    public static Optional<String> meaning(String name, Object value) {
        return off(value) ? Optional.empty() : Optional.ofNullable(Loaded.MEANINGS.get(name));
    }

    private static boolean off(Object value) {
        return switch (value) {
            case null -> true;
            case Boolean on -> !on;
            case Number number -> number.doubleValue() == 0;
            case Map<?, ?> map -> map.isEmpty();
            case Collection<?> items -> items.isEmpty();
            default -> value.toString().isBlank();
        };
    }
}
