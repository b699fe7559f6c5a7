package dev.rayllm.operator.validation;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies what a parser gives into plain values, with every alias written out. This is where an alias bomb ends: few
 * aliases can stand for millions of values.
 */
final class PlainTree {

    private static final int MAX_VALUES = 200_000;
    private static final int MAX_DEPTH = 100;

    private int values;

    private PlainTree() {
    }

    /** Maps with text keys, lists, text, {@code Long}, {@code Double}, {@code Boolean}, null. */
    static Object of(Object root) throws UnreadableText {
        return new PlainTree().copy(root, 0);
    }

    private Object copy(Object value, int depth) throws UnreadableText {
        if (++values > MAX_VALUES || depth > MAX_DEPTH) {
            throw new UnreadableText("is refused: its anchors and aliases stand for too many or too deeply nested values",
                    0, 0);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                copy.put(String.valueOf(entry.getKey()), copy(entry.getValue(), depth + 1));
            }
            return copy;
        }
        if (value instanceof Iterable<?> items) {
            List<Object> copy = new ArrayList<>();
            for (Object item : items) {
                copy.add(copy(item, depth + 1));
            }
            return copy;
        }
        return scalar(value);
    }

    private static Object scalar(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigInteger big) {
            return big.doubleValue();
        }
        if (value instanceof Number number && !(value instanceof Long)) {
            return number.doubleValue();
        }
        return value == null || value instanceof Long || value instanceof Boolean ? value : String.valueOf(value);
    }
}
