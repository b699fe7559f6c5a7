package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.api.v1alpha1.Architecture;
import java.util.LinkedHashMap;
import java.util.Map;

/** The facts found so far, by their names in {@link Architecture}. */
final class Facts {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Keeps a fact; null is none. */
    void put(String name, Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    Integer whole(String name) {
        return (Integer) values.get(name);
    }

    int orZero(String name) {
        Integer value = whole(name);
        return value == null ? 0 : value;
    }

    Architecture architecture() {
        return MAPPER.convertValue(values, Architecture.class);
    }
}
