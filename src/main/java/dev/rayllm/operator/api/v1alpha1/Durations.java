package dev.rayllm.operator.api.v1alpha1;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as the API writes them: {@code 90s}, {@code 45m}, {@code 1h30m}. */
public final class Durations {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,6}(s|m|h))+");
    private static final Pattern PART = Pattern.compile("([0-9]{1,6})(s|m|h)");

    private Durations() {
    }

    /**
     * Reads a duration; null gives the default.
     *
     * @throws IllegalArgumentException when the text is not of the form
     */
    public static Duration parse(String text, Duration whenAbsent) {
        if (text == null) {
            return whenAbsent;
        }
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a duration: '" + text + "', write 90s, 45m or 1h30m");
        }
        Duration total = Duration.ZERO;
        for (Matcher m = PART.matcher(text); m.find();) {
            long amount = Long.parseLong(m.group(1));
            total = total.plus(switch (m.group(2)) {
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            });
        }
        return total;
    }

    /** Writes a duration in the largest whole unit: {@code 50m}, {@code 90s}, {@code 2h}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds % 3600 == 0 && seconds > 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
