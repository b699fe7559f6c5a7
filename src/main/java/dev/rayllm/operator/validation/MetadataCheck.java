package dev.rayllm.operator.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks {@code metadata}, which a CRD says nothing about. */
final class MetadataCheck {

    private static final Set<String> KNOWN = Set.of("name", "generateName", "namespace", "labels", "annotations",
            "finalizers", "ownerReferences", "uid", "resourceVersion", "generation", "creationTimestamp",
            "deletionTimestamp", "deletionGracePeriodSeconds", "managedFields", "selfLink");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern LABEL_VALUE = Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");
    private static final int NAME_LIMIT = 253;

    private MetadataCheck() {
    }

    /** Everything that is wrong with the metadata of a document. */
    static List<Finding> check(Document document) {
        List<Finding> findings = new ArrayList<>();
        if (!(document.tree().get("metadata") instanceof Map<?, ?> metadata)) {
            findings.add(document.finding("metadata.name", "is required and missing: name the object"));
            return findings;
        }
        checkName(document, metadata, findings);
        metadata.keySet().stream().map(String::valueOf).filter(key -> !KNOWN.contains(key)).forEach(key ->
                findings.add(document.finding("metadata." + key, "unknown field"
                        + NearestNames.nearest(key, KNOWN).map(near -> "; did you mean " + near + "?").orElse(""))));
        Object namespace = metadata.get("namespace");
        if (namespace != null && !(namespace instanceof String text && DNS_LABEL.matcher(text).matches())) {
            findings.add(document.finding("metadata.namespace", "is " + Words.value(namespace)
                    + (namespace instanceof Boolean ? ": " + Words.QUOTE_TRUTH : "") + "; at most 63 characters of a-z, 0-9 and - are wanted"));
        }
        checkTexts(document, "labels", metadata.get("labels"), findings);
        checkTexts(document, "annotations", metadata.get("annotations"), findings);
        return findings;
    }

    private static void checkName(Document document, Map<?, ?> metadata, List<Finding> findings) {
        Object name = metadata.get("name");
        if (name == null && metadata.get("generateName") instanceof String) {
            return;
        }
        if (name == null) {
            findings.add(document.finding("metadata.name", "is required and missing: name the object"));
        } else if (!(name instanceof String text)) {
            findings.add(document.finding("metadata.name", "is " + Words.value(name) + ", text is wanted: " + quote(name)));
        } else if (text.length() > NAME_LIMIT || !SUBDOMAIN.matcher(text).matches()) {
            findings.add(document.finding("metadata.name", Words.value(name)
                    + " is no name of a Kubernetes object: lower-case letters, digits and - are allowed"));
        }
    }

    private static String quote(Object value) {
        return value instanceof Boolean ? Words.QUOTE_TRUTH : "put it in quotes";
    }

    private static void checkTexts(Document document, String field, Object value, List<Finding> findings) {
        if (value == null) {
            return;
        }
        String path = "metadata." + field;
        if (!(value instanceof Map<?, ?> map)) {
            findings.add(document.finding(path, "is " + Words.value(value) + ", a mapping is wanted"));
            return;
        }
        map.forEach((key, entry) -> {
            if (!(entry instanceof String text)) {
                findings.add(document.finding(path + "." + key, "is " + Words.value(entry) + ", text is wanted: " + quote(entry)));
            } else if (field.equals("labels") && !LABEL_VALUE.matcher(text).matches()) {
                findings.add(document.finding(path + "." + key, Words.quoted(text, NAME_LIMIT)
                        + " is no label value: at most 63 letters, digits, -, _ and . are allowed"));
            }
        });
    }
}
