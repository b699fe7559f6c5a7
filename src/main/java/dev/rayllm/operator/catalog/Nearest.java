package dev.rayllm.operator.catalog;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Names like the one that a user wrote. Two names are near when few letters differ (typing errors) or when they share
 * words (another size of the same family).
 */
final class Nearest {

    /** Above this a suggestion would only puzzle: nothing is shared. 0 is equality, 1 is nothing in common. */
    private static final double TOO_FAR = 0.72;
    /** How much shared words weigh against the share of letters to change. */
    private static final double WORDS = 0.4;

    /** Share of letters that may differ where no word is shared: int3 is no spelling of inc. */
    private static final double MOST_MISTYPED = 0.45;
    /** Shorter names begin too many others. */
    private static final int LEAST_STEM = 5;

    private Nearest() {
    }

    /** The nearest of these names, best first, at most so many. */
    static List<String> of(String wanted, Collection<String> names, int count) {
        return of(wanted, names, List::of, count);
    }

    /** The nearest things by the best of their spellings; ties go by name. */
    static List<String> of(String wanted, Collection<String> names, Function<String, List<String>> spellings, int count) {
        Map<String, Double> distances = new HashMap<>();
        for (String name : names) {
            double distance = spellings.apply(name).stream().mapToDouble(s -> distance(wanted, s)).min().orElse(1);
            if (distance <= TOO_FAR) {
                distances.merge(name, distance, Math::min);
            }
        }
        return distances.keySet().stream()
                .sorted(Comparator.comparingDouble((String name) -> distances.get(name)).thenComparing(name -> name))
                .limit(count).toList();
    }

    private static double distance(String wanted, String name) {
        String a = Spelling.key(wanted);
        String b = Spelling.key(name);
        int edits = Edits.between(a, b);
        double letters = edits / (double) Math.max(1, Math.max(a.length(), b.length()));
        double words = sharedWords(wanted, name);
        if (words == 0 && edits > 1 && letters > MOST_MISTYPED) {
            return 1;
        }
        // Who adds to a name, such as -instruct, means the thing of that name before another that is written as long.
        boolean extended = words > 0 && b.length() >= LEAST_STEM && a.startsWith(b);
        return (1 - WORDS) * (extended ? letters / 2 : letters) + WORDS * (1 - words);
    }

    /** Share of words in common, of all words of both. */
    private static double sharedWords(String a, String b) {
        Set<String> ours = new HashSet<>(Arrays.asList(Spelling.words(a)));
        Set<String> all = new HashSet<>(Arrays.asList(Spelling.words(b)));
        Set<String> shared = new HashSet<>(ours);
        shared.retainAll(all);
        all.addAll(ours);
        return all.isEmpty() ? 0 : shared.size() / (double) all.size();
    }
}
