package dev.rayllm.operator.diagnosis;

import dev.rayllm.operator.observe.Evidence.Statement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule that fits a statement.
 *
 * @param rule      the rule
 * @param statement the text it fits
 * @param figures   its captures, without secrets
 */
record Hit(Rule rule, Statement statement, Map<String, String> figures) {

    private static final String TRACEBACK = "Traceback (most recent call last)";
    /** Characters before a hit that count as leading to it: a traceback through Ray and vLLM is long. */
    private static final int LEAD = 16_000;
    /** Without a traceback only what was said just before. */
    private static final int SHORT_LEAD = 4_000;
    private static final int LONGEST_FIGURE = 160;

    /**
     * The last place where the rule fits. Characters that a more specific rule took are left out, and those of the hit
     * are taken: so one error line is one finding.
     */
    static Optional<Hit> find(Rule rule, Statement statement, BitSet taken) {
        MatchResult last = null;
        Pattern by = null;
        for (Pattern pattern : rule.patterns()) {
            Matcher matcher = pattern.matcher(statement.text());
            while (matcher.find()) {
                if (!taken.get(matcher.start()) && leads(rule, statement.text(), matcher.start())
                        && (last == null || matcher.start() > last.start())) {
                    last = matcher.toMatchResult();
                    by = pattern;
                }
            }
        }
        if (last == null) {
            return Optional.empty();
        }
        takeLines(rule, statement.text(), taken);
        return Optional.of(new Hit(rule, statement, figures(by, last)));
    }

    /** All lines on which the rule fits are explained, not only the last. */
    private static void takeLines(Rule rule, String text, BitSet taken) {
        for (Pattern pattern : rule.patterns()) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                if (leads(rule, text, matcher.start())) {
                    int from = text.lastIndexOf('\n', matcher.start()) + 1;
                    int to = text.indexOf('\n', matcher.end());
                    taken.set(from, to < 0 ? text.length() : to);
                }
            }
        }
    }

    private static boolean leads(Rule rule, String text, int hit) {
        if (rule.within() == null) {
            return true;
        }
        int traceback = text.lastIndexOf(TRACEBACK, hit);
        int from = traceback >= 0 && hit - traceback <= LEAD ? traceback : Math.max(0, hit - SHORT_LEAD);
        return rule.within().matcher(text).region(from, hit).find();
    }

    private static Map<String, String> figures(Pattern pattern, MatchResult match) {
        Map<String, String> figures = new HashMap<>();
        pattern.namedGroups().forEach((name, number) -> {
            String value = match.group(number);
            if (value != null) {
                String shown = Redaction.redact(value.strip());
                figures.put(name, shown.length() <= LONGEST_FIGURE ? shown : shown.substring(0, LONGEST_FIGURE - 1) + "…");
            }
        });
        return figures;
    }
}
