package dev.rayllm.operator.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a schema says about one value, without what is inside it. */
final class ValueRules {

    private static final int QUOTED = 60;

    private ValueRules() {
    }

    /** What is wrong with a value; empty when nothing is. */
    static List<String> problems(Schema schema, Object value) {
        List<String> problems = new ArrayList<>();
        if (!schema.type().isEmpty() && !hasType(schema.type(), value)) {
            problems.add(wrongType(schema, value));
            return problems;
        }
        if (!schema.allowed().isEmpty() && !schema.allowed().contains(value)) {
            problems.add(notAllowed(schema, value));
        }
        switch (value) {
            case String text -> checkText(schema, text, problems);
            case Number number -> checkNumber(schema, number.doubleValue(), number, problems);
            case List<?> list -> checkSize(schema, list.size(), "maxItems", "entries", problems);
            case Map<?, ?> map -> checkSize(schema, map.size(), "maxProperties", "entries", problems);
            case null, default -> { }
        }
        return problems;
    }

    private static boolean hasType(String type, Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "integer" -> value instanceof Long || value instanceof Double d && d == Math.rint(d) && !d.isInfinite();
            case "number" -> value instanceof Number;
            default -> true;
        };
    }

    private static String wrongType(Schema schema, Object value) {
        String message = "is " + Words.value(value) + ", " + Words.wanted(schema.type()) + " is wanted";
        if (schema.type().equals("string") && value instanceof Boolean) {
            return message + ": " + Words.QUOTE_TRUTH;
        }
        if (schema.type().equals("string") && value instanceof Number) {
            return message + ": put it in quotes, \"" + value + "\"";
        }
        if (schema.type().equals("integer") && value instanceof String text && text.matches("-?[0-9]{1,18}")) {
            return message + ": write " + text + " without quotes";
        }
        if (schema.type().equals("array") && !(value instanceof Map)) {
            return message + ": write [" + value + "]";
        }
        return message + described(schema);
    }

    private static String notAllowed(Schema schema, Object value) {
        List<String> allowed = schema.allowed().stream().map(String::valueOf).toList();
        String near = value instanceof String text
                ? NearestNames.nearest(text, allowed).map(name -> "; did you mean " + name + "?").orElse("") : "";
        return Words.quoted(String.valueOf(value), QUOTED) + " is not one of "
                + allowed.stream().collect(Collectors.joining(", ")) + near;
    }

    private static void checkText(Schema schema, String text, List<String> problems) {
        long length = text.codePointCount(0, text.length());
        Number min = schema.limit("minLength");
        Number max = schema.limit("maxLength");
        if (min != null && length < min.longValue()) {
            problems.add(length == 0 ? "is empty" + described(schema)
                    : "has " + length + " characters, at least " + min + " are wanted" + described(schema));
        } else if (max != null && length > max.longValue()) {
            problems.add("has " + length + " characters, at most " + max + " are allowed");
        } else if (schema.pattern() != null && !Pattern.compile(schema.pattern()).matcher(text).find()) {
            problems.add(Words.quoted(text, QUOTED) + " does not have the form " + schema.pattern() + described(schema));
        }
    }

    private static void checkNumber(Schema schema, double value, Number shown, List<String> problems) {
        Number min = schema.limit("minimum");
        Number max = schema.limit("maximum");
        if (min != null && value < min.doubleValue()) {
            problems.add(shown + " is below the minimum " + min + described(schema));
        } else if (max != null && value > max.doubleValue()) {
            problems.add(shown + " is above the maximum " + max + described(schema));
        }
    }

    private static void checkSize(Schema schema, int size, String limit, String what, List<String> problems) {
        Number max = schema.limit(limit);
        if (max != null && size > max.intValue()) {
            problems.add("has " + size + " " + what + ", at most " + max + " are allowed");
        }
    }

    /** The description of a field says best what is wanted. */
    private static String described(Schema schema) {
        return schema.description().isEmpty() ? "" : " (" + schema.description().replaceAll("\\.$", "") + ")";
    }
}
