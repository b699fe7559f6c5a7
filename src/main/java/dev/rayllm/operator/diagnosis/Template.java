package dev.rayllm.operator.diagnosis;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills {@code ${name}} in the words of a rule. */
final class Template {

    private static final Pattern NAME = Pattern.compile("\\$\\{(\\w+)}");

    private Template() {
    }

    static String fill(String template, Map<String, String> figures) {
        return NAME.matcher(template).replaceAll(m -> Matcher.quoteReplacement(figures.getOrDefault(m.group(1), "?")));
    }
}
