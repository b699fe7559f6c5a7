package dev.rayllm.operator.validation;

import dev.rayllm.operator.catalog.Edits;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody meant who mistyped a name. */
final class NearestNames {

    private static final int MOST_EDITS = 3;

    private NearestNames() {
    }

    /** The known name that is meant by a mistyped one, if one is near. */
    static Optional<String> nearest(String typed, Collection<String> known) {
        String plain = plain(typed);
        // A third of the letters for short words; longer ones end in the same word of the field and are other words.
        int limit = Math.clamp(plain.length() / 3, 1, MOST_EDITS);
        return known.stream().filter(name -> Edits.between(plain, plain(name)) <= limit || shortens(plain, plain(name)))
                .min(Comparator.comparingInt((String name) -> Edits.between(plain, plain(name))).thenComparing(name -> name));
    }

    /** Whether a word is another one with letters left out, as bf16 is of bfloat16. */
    private static boolean shortens(String typed, String name) {
        int at = 0;
        for (int i = 0; i < name.length() && at < typed.length(); i++) {
            at += name.charAt(i) == typed.charAt(at) ? 1 : 0;
        }
        return typed.length() >= 3 && at == typed.length() && typed.charAt(0) == name.charAt(0)
                && typed.charAt(typed.length() - 1) == name.charAt(name.length() - 1);
    }

    /** A name without what people vary: case, dashes, underscores. */
    static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
