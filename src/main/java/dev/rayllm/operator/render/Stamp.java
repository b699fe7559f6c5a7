package dev.rayllm.operator.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Marks a child with the generation it was rendered for and a hash of what was rendered. So a later pass tells an edit
 * of the user (another generation) from a change of our own defaults or tables (another hash alone), which must not
 * move what runs.
 */
public final class Stamp {

    private static final int HASH_LENGTH = 16;
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private Stamp() {
    }

    /**
     * Adds the annotations. A deployment that no cluster has seen counts as its first generation.
     *
     * @param option 0 for the best option of the plan
     */
    public static <T extends HasMetadata> T mark(T child, Long generation, int option) {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put(Labels.GENERATION, Long.toString(generation == null ? 1 : generation));
        if (option > 0) {
            annotations.put(Labels.OPTION, Integer.toString(option));
        }
        annotations.put(Labels.RENDERED_HASH, hash(child));
        child.getMetadata().setAnnotations(annotations);
        return child;
    }

    /** Whether two children were rendered for the same generation but came out differently. */
    public static boolean sameEditOtherResult(HasMetadata actual, HasMetadata desired) {
        String before = annotation(actual, Labels.GENERATION);
        return before != null && annotation(desired, Labels.RENDERED_HASH) != null
                && before.equals(annotation(desired, Labels.GENERATION)) && sameOption(actual, desired)
                && !annotation(desired, Labels.RENDERED_HASH).equals(annotation(actual, Labels.RENDERED_HASH));
    }

    /** Whether two children are of the same option of their plans. */
    public static boolean sameOption(HasMetadata actual, HasMetadata desired) {
        return Objects.equals(annotation(actual, Labels.OPTION), annotation(desired, Labels.OPTION));
    }

    /** An annotation's value; null when there is none. */
    public static String annotation(HasMetadata object, String name) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(name);
    }

    /** A short hash of a value as JSON with sorted keys. */
    static String hash(Object value) {
        try {
            return Names.sha256(JSON.writeValueAsString(value)).substring(0, HASH_LENGTH);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was rendered can be written", e);
        }
    }
}
