package dev.rayllm.operator.plan.sizing;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The families whose code decides what their configuration leaves out; an unknown {@code model_type} is a plain decoder. */
final class Families {

    private final List<Family> longestPrefixFirst;

    Families(List<Family> rows) {
        this.longestPrefixFirst = rows.stream()
                .sorted(Comparator.comparingInt((Family f) -> f.prefix().length()).reversed().thenComparing(Family::prefix))
                .toList();
    }

    /** The family of a {@code model_type}: the row with the longest prefix of it. */
    Family of(String modelType) {
        if (modelType == null) {
            return Family.PLAIN;
        }
        String type = modelType.toLowerCase(Locale.ROOT);
        for (Family family : longestPrefixFirst) {
            if (type.startsWith(family.prefix())) {
                return family;
            }
        }
        return Family.PLAIN;
    }
}
