package dev.rayllm.operator.validation;

import java.util.Optional;

/** What to say about a field that the schema does not have. */
final class UnknownFields {

    private final Schema root;
    private final boolean deployment;
    /** Made when the first unknown field is met: most files have none. */
    private FieldHints hints;

    UnknownFields(Schema root, boolean deployment) {
        this.root = root;
        this.deployment = deployment;
    }

    /** The message for a field of the object at a path. */
    String message(String path, Schema schema, String name) {
        Optional<String> sibling = NearestNames.nearest(name, schema.properties().keySet());
        if (sibling.isPresent() && samePlainName(sibling.get(), name)) {
            return "unknown field; did you mean " + sibling.get() + "?";
        }
        Optional<String> place = hints().place(name);
        if (place.isPresent()) {
            return "unknown field; this is said in " + place.get();
        }
        if (sibling.isPresent()) {
            return "unknown field; did you mean " + sibling.get() + "?";
        }
        return "unknown field; known in " + (path.isEmpty() ? "an object" : path) + " are "
                + String.join(", ", schema.properties().keySet());
    }

    private static boolean samePlainName(String a, String b) {
        return NearestNames.plain(a).equals(NearestNames.plain(b));
    }

    private FieldHints hints() {
        if (hints == null) {
            hints = new FieldHints(root.property("spec"), deployment);
        }
        return hints;
    }
}
