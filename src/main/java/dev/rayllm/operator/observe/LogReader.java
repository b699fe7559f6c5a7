package dev.rayllm.operator.observe;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Reads the end of a worker's log without what Ray's own processes tell of themselves all the time. */
public final class LogReader {

    /** Characters that are kept: every rule looks at all of them. */
    private static final int MOST = 64 << 10;
    /** Lines of Ray's C++ processes below warning, and the tables of their event statistics, once a minute. */
    private static final Pattern CHATTER = Pattern.compile("^\\[\\d{4}-\\d\\d-\\d\\d [\\d:,]+ [ID] \\d+ \\d+\\].*"
            + "|.* - \\d+ total \\(\\d+ active.*|^(?:Event|Global) stats:.*|^\\s*$");

    private LogReader() {
    }

    /** The last lines that are not chatter, in their order. */
    public static String end(String log) {
        Deque<String> kept = new ArrayDeque<>();
        int size = 0;
        String[] lines = log.split("\\R");
        for (int i = lines.length - 1; i >= 0 && size < MOST; i--) {
            if (!CHATTER.matcher(lines[i]).matches()) {
                kept.addFirst(lines[i]);
                size += lines[i].length() + 1;
            }
        }
        return String.join("\n", kept);
    }
}
