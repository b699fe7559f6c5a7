package dev.rayllm.operator.diagnosis;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What an error that no rule knows comes to: its last line that says something. */
final class LastWords {

    private static final int LONGEST = 500;

    /** What Ray and vLLM write before a line: who, when and where. */
    private static final Pattern PREFIX = Pattern.compile("^(?:\\s*(?:\\([A-Za-z_][^()]{0,80}(?:pid=\\d+|rank=?\\d+)[^()]{0,40}\\)"
            + "|\\[rank\\d+\\]:(?:\\[[^\\]]*\\])?|(?:ERROR|CRITICAL|WARNING|INFO|DEBUG)\\s+[\\d:., -]+"
            + "|\\d{4}-\\d\\d-\\d\\d[T ][\\d:.,Z+]+|\\[[\\w./]+\\.(?:py|cc|cpp):\\d+\\]|--|\\[\\d{4}-[^\\]]*\\]))*\\s*");
    /** Lines of a traceback and words that only point elsewhere. */
    private static final Pattern NOISE = Pattern.compile("^(?:$|File \"|Traceback|During handling|The above exception"
            + "|[~^\\s]+$|raise\\b|return\\b|await\\b|frame #|\\.\\.\\.|#{3,}|Stack ?[Tt]race|See (?:stack trace|controller logs|root cause)"
            + "|The deployment failed to start|A replica failed to start|Retrying|\\[repeated).*");
    /** Serve puts the traceback of a replica's start into an error of its own: that one's first line says nothing. */
    private static final Pattern POINTS_ELSEWHERE = Pattern.compile("[Ss]ee (?:stack trace|root cause)|\\[repeated \\d+x"
            + "|: Traceback \\(most recent call last\\):");
    private static final Pattern ERROR = Pattern.compile("^[\\w.]*(?:Error|Exception|Failure|Fault|Exit|Abort)\\b(?:\\([^)]*\\))?: ?\\S.*"
            + "|^(?:FATAL|fatal|Fatal|panic|Segmentation fault)\\b.*|.*\\bcore dumped\\b.*");

    private LastWords() {
    }

    /** The last line with an exception and its message. */
    static Optional<String> error(String text) {
        return lines(text).stream().filter(l -> ERROR.matcher(l).matches()).reduce((a, b) -> b).map(LastWords::shown);
    }

    /** The last line with an exception, or else the last that is not noise. */
    static Optional<String> any(String text) {
        return error(text).or(() -> lines(text).stream().reduce((a, b) -> b).map(LastWords::shown));
    }

    private static List<String> lines(String text) {
        return Arrays.stream(text.split("\\R")).map(l -> PREFIX.matcher(l).replaceFirst("").strip())
                .filter(l -> !NOISE.matcher(l).matches() && !POINTS_ELSEWHERE.matcher(l).find()).toList();
    }

    private static String shown(String line) {
        String redacted = Redaction.redact(line);
        return redacted.length() <= LONGEST ? redacted : redacted.substring(0, LONGEST - 1) + "…";
    }
}
