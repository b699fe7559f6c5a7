package dev.rayllm.operator.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** What the generator has no annotation for, or does in another way than we want: a last pass over its output. */
final class CrdFinish {

    /** Annotation that tells which release a CRD belongs to. */
    static final String VERSION_ANNOTATION = "rayllm.dev/crd-version";

    /**
     * Lists that are maps by a key (fabric8 #6669), by the name of their property. Server-side apply then merges them by
     * key, and the API server refuses two entries with the same key.
     */
    private static final Map<String, String> LIST_MAP_KEYS = Map.of("conditions", "type", "env", "name");

    /** Keys of a schema in the order in which people read them. All others keep the generator's order, after these. */
    private static final List<String> FIRST = List.of("description", "type", "format", "enum", "pattern", "minLength",
            "maxLength", "minimum", "maximum", "maxItems", "maxProperties", "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-validations", "required");

    private CrdFinish() {
    }

    /** Finishes a generated CRD. The version is that of the project. */
    static Map<String, Object> finish(Map<String, Object> crd, Class<? extends HasMetadata> kind, String version) {
        map(crd, "metadata").put("annotations", new LinkedHashMap<>(Map.of(VERSION_ANNOTATION, version)));
        Map<String, Object> served = served(crd);
        served.put("additionalPrinterColumns", columns(kind));
        Map<String, Object> root = schema(served);
        describe(root, kind);
        map(served, "schema").put("openAPIV3Schema", finished(root));
        return crd;
    }

    /** The only version of a CRD. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> served(Map<String, Object> crd) {
        return ((List<Map<String, Object>>) map(crd, "spec").get("versions")).getFirst();
    }

    /** The schema of a version. */
    static Map<String, Object> schema(Map<String, Object> version) {
        return map(map(version, "schema"), "openAPIV3Schema");
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Map<String, Object> node, String key) {
        return (Map<String, Object>) node.get(key);
    }

    /** Columns as annotated: the generator sorts them by path, and kubectl prints them in the order of the CRD. */
    private static List<Map<String, Object>> columns(Class<?> kind) {
        List<Map<String, Object>> columns = new ArrayList<>();
        for (AdditionalPrinterColumn column : kind.getAnnotationsByType(AdditionalPrinterColumn.class)) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", column.name());
            entry.put("type", column.type().getValue());
            entry.put("jsonPath", column.jsonPath());
            if (column.priority() != 0) {
                entry.put("priority", column.priority());
            }
            columns.add(entry);
        }
        return columns;
    }

    /** Describes what no record component stands for: the object itself, its spec and its status. */
    private static void describe(Map<String, Object> root, Class<? extends HasMetadata> kind) {
        root.put("description", description(kind));
        var types = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments();
        Map<String, Object> properties = map(root, "properties");
        map(properties, "spec").put("description", description((Class<?>) types[0]));
        map(properties, "status").put("description", description((Class<?>) types[1]));
        properties.put("apiVersion", Map.of("type", "string", "description",
                "Group and version of this representation: " + HasMetadata.getApiVersion(kind) + "."));
        properties.put("kind", Map.of("type", "string", "description", "Kind of the object: " + HasMetadata.getKind(kind) + "."));
        properties.put("metadata", Map.of("type", "object"));
    }

    private static String description(Class<?> type) {
        JsonClassDescription annotation = type.getAnnotation(JsonClassDescription.class);
        if (annotation == null) {
            throw new IllegalStateException(type.getSimpleName() + " has no @JsonClassDescription for `kubectl explain`");
        }
        return annotation.value();
    }

    /** A schema and all below it in their final form. */
    private static Map<String, Object> finished(Map<String, Object> schema) {
        Map<String, Object> all = new LinkedHashMap<>(schema);
        if (Boolean.TRUE.equals(all.get("x-kubernetes-preserve-unknown-fields"))) {
            // The generator says "objects" for a Map<String, Object>; values of any type are meant.
            all.remove("additionalProperties");
        }
        all.computeIfPresent("minimum", (key, value) -> ((Number) value).longValue());
        all.computeIfPresent("maximum", (key, value) -> ((Number) value).longValue());
        all.computeIfPresent("x-kubernetes-validations", (key, value) -> List.copyOf(new LinkedHashSet<>((List<?>) value)));
        if (all.containsKey("properties")) {
            all.put("properties", finishedProperties(map(all, "properties")));
        }
        if (all.containsKey("items")) {
            all.put("items", finished(map(all, "items")));
        }
        if (all.containsKey("additionalProperties")) {
            all.put("additionalProperties", finished(map(all, "additionalProperties")));
        }
        return ordered(all);
    }

    private static Map<String, Object> finishedProperties(Map<String, Object> properties) {
        Map<String, Object> all = new LinkedHashMap<>();
        properties.keySet().stream().sorted().forEach(name -> {
            Map<String, Object> property = new LinkedHashMap<>(map(properties, name));
            if ("array".equals(property.get("type")) && LIST_MAP_KEYS.containsKey(name)) {
                property.put("x-kubernetes-list-type", "map");
                property.put("x-kubernetes-list-map-keys", List.of(LIST_MAP_KEYS.get(name)));
            }
            all.put(name, finished(property));
        });
        return all;
    }

    private static Map<String, Object> ordered(Map<String, Object> schema) {
        Map<String, Object> ordered = new LinkedHashMap<>();
        FIRST.stream().filter(schema::containsKey).forEach(key -> ordered.put(key, schema.get(key)));
        schema.forEach(ordered::putIfAbsent);
        return ordered;
    }
}
