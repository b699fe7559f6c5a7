package dev.rayllm.operator.catalog;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What values an engine argument takes. Ray hands them to Python as they are, so a number in quotes is a fault.
 *
 * <p>Written in the table as {@code int}, {@code number}, {@code bool}, {@code text}, {@code object}, {@code any},
 * {@code list of X}, <code>{a b c}</code> for one of these texts or whole numbers, {@code X or Y}; a question mark at
 * the end allows null.
 */
sealed interface ArgumentType {

    /** What is wrong with a value that is not null, or empty. */
    Optional<String> problem(Object value);

    /** For messages: "a whole number", "one of a, b". */
    String text();

    static ArgumentType parse(String written) {
        String form = written.strip();
        if (form.endsWith("?")) {
            return parse(form.substring(0, form.length() - 1));
        }
        int or = form.indexOf(" or ");
        if (or > 0) {
            return new Either(parse(form.substring(0, or)), parse(form.substring(or + 4)));
        }
        if (form.startsWith("list of ")) {
            return new ListOf(parse(form.substring(8)));
        }
        if (form.startsWith("{") && form.endsWith("}")) {
            return new OneOf(List.of(form.substring(1, form.length() - 1).strip().split("\\s+")));
        }
        return Arrays.stream(Kind.values()).filter(k -> k.written.equals(form)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown argument type '" + written + "'"));
    }

    /** Plain kinds of value. */
    enum Kind implements ArgumentType {
        INT("int", "a whole number"),
        NUMBER("number", "a number"),
        BOOL("bool", "true or false"),
        TEXT("text", "a text"),
        OBJECT("object", "an object"),
        ANY("any", "any value");

        private final String written;
        private final String text;

        Kind(String written, String text) {
            this.written = written;
            this.text = text;
        }

        @Override
        public Optional<String> problem(Object value) {
            boolean ok = switch (this) {
                case INT -> isWhole(value);
                case NUMBER -> value instanceof Number;
                case BOOL -> value instanceof Boolean;
                case TEXT -> value instanceof CharSequence;
                case OBJECT -> value instanceof Map;
                case ANY -> true;
            };
            return ok ? Optional.empty() : Optional.of("must be " + text + ", not " + describe(value));
        }

        @Override
        public String text() {
            return text;
        }
    }

    /** One of some texts or whole numbers. */
    record OneOf(List<String> allowed) implements ArgumentType {

        /** Longer lists are not printed whole when some of their texts are near. */
        private static final int FEW = 9;

        @Override
        public Optional<String> problem(Object value) {
            if (!(value instanceof CharSequence) && !isWhole(value)) {
                return Optional.of("must be " + text() + ", not " + describe(value));
            }
            if (allowed.contains(value.toString())) {
                return Optional.empty();
            }
            List<String> near = Nearest.of(value.toString(), allowed, 3);
            boolean few = allowed.size() <= FEW || near.isEmpty();
            return Optional.of(describe(value) + " is not "
                    + (few ? text() : "known; nearest: " + String.join(", ", near)));
        }

        @Override
        public String text() {
            return "one of " + String.join(", ", allowed);
        }
    }

    /** A list whose every item is of one type. */
    record ListOf(ArgumentType item) implements ArgumentType {

        @Override
        public Optional<String> problem(Object value) {
            if (!(value instanceof Collection<?> items)) {
                return Optional.of("must be " + text() + ", not " + describe(value));
            }
            return items.stream().map(i -> i == null ? Optional.of("must not be null") : item.problem(i))
                    .flatMap(Optional::stream).findFirst().map(problem -> "an item: " + problem);
        }

        @Override
        public String text() {
            return "a list";
        }
    }

    /** Either of two types. */
    record Either(ArgumentType one, ArgumentType other) implements ArgumentType {

        @Override
        public Optional<String> problem(Object value) {
            boolean ok = one.problem(value).isEmpty() || other.problem(value).isEmpty();
            return ok ? Optional.empty() : Optional.of("must be " + text() + ", not " + describe(value));
        }

        @Override
        public String text() {
            return one.text() + " or " + other.text();
        }
    }

    /** YAML's 1.0 is a float to Python too, and refused where a whole number is wanted. */
    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof BigInteger
                || value instanceof BigDecimal decimal && decimal.scale() <= 0;
    }

    private static String describe(Object value) {
        String text = String.valueOf(value);
        String shown = text.length() <= 60 ? text : text.substring(0, 60) + "…";
        return switch (value) {
            case CharSequence chars -> "'" + shown + "'";
            case Map<?, ?> map -> "an object";
            case Collection<?> items -> "a list";
            case null, default -> shown;
        };
    }
}
