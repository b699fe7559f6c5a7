package dev.rayllm.operator.validation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks a document against the structural schema of its CRD, as the API server does with strict field validation. */
final class SchemaCheck {

    private final Schema root;
    private final UnknownFields unknownFields;

    SchemaCheck(Schema root, UnknownFields unknownFields) {
        this.root = root;
        this.unknownFields = unknownFields;
    }

    /** Everything that is wrong with a document whose empty fields are {@linkplain #withoutNulls left out}. */
    List<Finding> check(Document document) {
        Run run = new Run(document);
        run.check("", root, document.tree());
        return run.findings;
    }

    /** A document without empty fields: the API server drops them before it looks further. */
    static Document withoutNulls(Document document, Schema root) {
        return new Document(document.file(), document.index(), withoutNulls(document.tree(), root));
    }

    private static Map<String, Object> withoutNulls(Map<?, ?> map, Schema schema) {
        Map<String, Object> kept = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (value != null || schema != null && schema.open()) {
                kept.put((String) key, cleaned(value, schema == null ? null : schema.property((String) key)));
            }
        });
        return kept;
    }

    private static Object cleaned(Object value, Schema schema) {
        if (value instanceof Map<?, ?> map) {
            return schema != null && schema.open() ? map : withoutNulls(map, schema);
        }
        if (value instanceof List<?> list) {
            Schema items = schema == null ? null : schema.items();
            return list.stream().map(item -> cleaned(item, items)).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        }
        return value;
    }

    /** One document. */
    private final class Run {

        private final Document document;
        private final List<Finding> findings = new ArrayList<>();

        Run(Document document) {
            this.document = document;
        }

        void check(String path, Schema schema, Object value) {
            List<String> problems = ValueRules.problems(schema, value);
            problems.forEach(problem -> findings.add(document.finding(path, problem)));
            // What has the wrong type has no fields or items that could be looked at.
            if (value instanceof Map<?, ?> map && schema.type().equals("object")) {
                checkFields(path, schema, map);
            } else if (value instanceof List<?> list && schema.items() != null) {
                checkItems(path, schema, list);
            }
        }

        private void checkFields(String path, Schema schema, Map<?, ?> map) {
            for (Object name : schema.required()) {
                if (!map.containsKey(name)) {
                    String description = schema.property((String) name).description();
                    findings.add(document.finding(join(path, (String) name),
                            "is required and missing" + (description.isEmpty() ? "" : ": " + description)));
                }
            }
            // Metadata has no schema in a CRD; MetadataCheck looks at it.
            boolean named = !schema.open() && schema.values() == null && !path.equals("metadata");
            map.forEach((key, value) -> {
                String name = (String) key;
                Schema known = schema.property(name) != null ? schema.property(name) : schema.values();
                if (known != null) {
                    check(join(path, name), known, value);
                } else if (named) {
                    findings.add(document.finding(join(path, name), unknownFields.message(path, schema, name)));
                }
            });
        }

        private void checkItems(String path, Schema schema, List<?> list) {
            Set<Object> seen = new HashSet<>();
            for (int i = 0; i < list.size(); i++) {
                String place = path + "[" + i + "]";
                check(place, schema.items(), list.get(i));
                if (!schema.listKeys().isEmpty() && list.get(i) instanceof Map<?, ?> item) {
                    List<Object> key = new ArrayList<>(schema.listKeys().stream().map(item::get).toList());
                    if (!seen.add(key)) {
                        findings.add(document.finding(place, "repeats " + schema.listKeys().getFirst() + " '"
                                + key.getFirst() + "', which an earlier entry has: keep one of them"));
                    }
                }
            }
        }

        private static String join(String path, String name) {
            return path.isEmpty() ? name : path + "." + name;
        }
    }
}
