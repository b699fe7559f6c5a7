package dev.rayllm.operator.validation;

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
        return known.stream().filter(name -> distance(plain, plain(name)) <= limit || shortens(plain, plain(name)))
                .min(Comparator.comparingInt((String name) -> distance(plain, plain(name))).thenComparing(name -> name));
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

    /** Edits from one word to the other: insert, delete, replace, swap neighbours. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
