package dev.rayllm.operator.controller.dependent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/**
 * Whether an object holds all that we mean, whatever defaults and other writers have added. The SDK's own matcher
 * takes the whole list of worker groups, which is atomic, defaults included, and would write on every pass.
 */
final class Subset {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Subset() {
    }

    /** Compares labels, annotations, owner references, and all that is not metadata or status. */
    static boolean holds(HasMetadata actual, HasMetadata desired) {
        return holds(content(actual), content(desired))
                && holdsAll(actual.getMetadata().getLabels(), desired.getMetadata().getLabels())
                && holdsAll(actual.getMetadata().getAnnotations(), desired.getMetadata().getAnnotations())
                && holds(tree(actual.getMetadata().getOwnerReferences()),
                        tree(desired.getMetadata().getOwnerReferences()));
    }

    private static JsonNode content(HasMetadata object) {
        return ((ObjectNode) tree(object)).without(List.of("apiVersion", "kind", "metadata", "status"));
    }

    private static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }

    private static boolean holdsAll(Map<String, String> actual, Map<String, String> desired) {
        return desired == null || (actual != null && actual.entrySet().containsAll(desired.entrySet()));
    }

    private static boolean holds(JsonNode actual, JsonNode desired) {
        if (actual == null) {
            return desired.isNull();
        }
        if (desired.isObject()) {
            return actual.isObject() && desired.properties().stream()
                    .allMatch(field -> holds(actual.get(field.getKey()), field.getValue()));
        }
        if (desired.isArray()) {
            return actual.isArray() && sameItems(actual, desired);
        }
        return actual.equals(desired) || actual.asText().equals(desired.asText()) || sameQuantity(actual, desired);
    }

    private static boolean sameItems(JsonNode actual, JsonNode desired) {
        if (actual.size() != desired.size()) {
            return false;
        }
        for (int i = 0; i < desired.size(); i++) {
            if (!holds(actual.get(i), desired.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** 1000m and 1 are one amount; a rewrite by another client may change the spelling. */
    private static boolean sameQuantity(JsonNode actual, JsonNode desired) {
        if (!actual.isTextual() || !desired.isTextual()) {
            return false;
        }
        try {
            return Quantity.getAmountInBytes(new Quantity(actual.asText()))
                    .compareTo(Quantity.getAmountInBytes(new Quantity(desired.asText()))) == 0;
        } catch (IllegalArgumentException | ArithmeticException notQuantities) {
            return false;
        }
    }
}
