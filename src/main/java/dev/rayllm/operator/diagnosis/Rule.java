package dev.rayllm.operator.diagnosis;

import dev.rayllm.operator.observe.Evidence.Source;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How one fault is told by its text. Several rules may have one code, for wordings that say more or less.
 *
 * @param code     name of the fault, stable; the key of its entry in docs/diagnosis.md
 * @param weight   whether it explains others or is explained by them
 * @param sources  where it is looked for
 * @param patterns any of them, anywhere in the text
 * @param within   must be found in the lines that lead to the hit; null when it does not matter
 * @param message  what is wrong, with {@code ${name}} for captures
 * @param remedy   what to do, naming fields of the spec, with {@code ${name}} for captures
 * @param samples  error lines as they were printed
 */
public record Rule(String code, Weight weight, Set<Source> sources, List<Pattern> patterns, Pattern within,
        String message, String remedy, List<Sample> samples) {

    /** A cause hides symptoms, and a symptom hides consequences. */
    public enum Weight {
        /** Says what is wrong. */
        CAUSE,
        /** Something broke, and another text may say why. */
        SYMPTOM,
        /** Follows from something else, always. */
        CONSEQUENCE
    }

    /**
     * An error as it was printed.
     *
     * @param says  the text
     * @param from  package and file, or repository and number of the issue
     * @param gives captures that must come out of it
     */
    public record Sample(String says, String from, Map<String, String> gives) {

        public Sample {
            gives = gives == null ? Map.of() : Map.copyOf(gives);
        }
    }
}
