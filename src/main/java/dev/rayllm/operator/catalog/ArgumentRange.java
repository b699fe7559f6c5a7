package dev.rayllm.operator.catalog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bounds of a number, written {@code 1..}, {@code >0..1}, {@code 0..<1} or {@code 1..65535}; {@code 16.. by 16} allows only
 * multiples.
 *
 * @param least     lower bound, or null
 * @param above     whether the lower bound itself is out
 * @param most      upper bound, or null
 * @param below     whether the upper bound itself is out
 * @param step      what the number must be a multiple of, or null
 */
record ArgumentRange(Double least, boolean above, Double most, boolean below, Double step) {

    static final ArgumentRange NONE = new ArgumentRange(null, false, null, false, null);
    private static final Pattern FORM = Pattern.compile("(>?)(-?[\\d.]+?)?\\.\\.(<?)(-?[\\d.]+)?(?: by (\\d+))?");

    static ArgumentRange parse(String written) {
        if (written.isBlank()) {
            return NONE;
        }
        Matcher m = FORM.matcher(written.strip());
        if (!m.matches()) {
            throw new IllegalArgumentException("not a range: '" + written + "'");
        }
        return new ArgumentRange(number(m.group(2)), !m.group(1).isEmpty(), number(m.group(4)), !m.group(3).isEmpty(),
                number(m.group(5)));
    }

    Optional<String> problem(Number value) {
        double x = value.doubleValue();
        boolean low = least != null && (above ? x <= least : x < least);
        boolean high = most != null && (below ? x >= most : x > most);
        boolean between = step != null && x % step != 0;
        return low || high || between || Double.isNaN(x) ? Optional.of(value + " is out of range: " + text()) : Optional.empty();
    }

    private String text() {
        String lower = least == null ? "" : (above ? "above " : "at least ") + plain(least);
        String upper = most == null ? "" : (below ? "below " : "at most ") + plain(most);
        return lower + (lower.isEmpty() || upper.isEmpty() ? "" : ", ") + upper
                + (step == null ? "" : ", in multiples of " + plain(step));
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static Double number(String text) {
        return text == null ? null : Double.valueOf(text);
    }
}
