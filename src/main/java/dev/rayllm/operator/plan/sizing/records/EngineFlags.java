package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.plan.sizing.EngineExtras;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The few words in a record's other flags that move memory. */
final class EngineFlags {

    private static final Pattern CONTEXT = Pattern.compile("decode context parallel (\\d{1,4})");
    private static final Pattern CAPTURE = Pattern.compile("capture (?:<=|size )\\s?(\\d{1,5})");

    private EngineFlags() {
    }

    static EngineExtras read(String text) {
        String t = text.toLowerCase(Locale.ROOT);
        return t.isEmpty() ? EngineExtras.NONE
                : new EngineExtras(1, number(CONTEXT, t, 1), 1, number(CAPTURE, t, 0), !t.contains("graph estimate off"));
    }

    private static int number(Pattern pattern, String text, int otherwise) {
        Matcher m = pattern.matcher(text);
        return m.find() ? Math.max(1, Integer.parseInt(m.group(1))) : otherwise;
    }
}
