package dev.rayllm.operator.validation;

import java.util.List;
import java.util.Map;

/** Values in the words of messages. */
final class Words {

    /** What to do about text that YAML takes for a truth value, whatever word stood there. */
    static final String QUOTE_TRUTH = "YAML reads y, yes, on, n, no and off like true and false: put the text in quotes";

    private static final int QUOTED = 60;

    private Words() {
    }

    /** What a value is and, if short, the value. */
    static String value(Object value) {
        return value(value, QUOTED);
    }

    static String value(Object value, int limit) {
        return switch (value) {
            case null -> "empty";
            case Map<?, ?> map -> "a mapping";
            case List<?> list -> "a list";
            case String text -> "the text " + quoted(text, limit);
            case Boolean flag -> "the truth value " + flag;
            default -> "the number " + value;
        };
    }

    /** Text in quotes, cut when long, on one line. */
    static String quoted(String text, int limit) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return "'" + (line.length() > limit ? line.substring(0, limit) + "…" : line) + "'";
    }

    /** What a schema type wants. */
    static String wanted(String type) {
        return switch (type) {
            case "object" -> "a mapping";
            case "array" -> "a list";
            case "string" -> "text";
            case "integer" -> "a whole number";
            case "boolean" -> "true or false";
            default -> type;
        };
    }
}
