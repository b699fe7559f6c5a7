package dev.rayllm.operator.observe;

/** What a traceback comes to. */
public final class LastLine {

    private static final int LONGEST = 600;

    private LastLine() {
    }

    /** The last line that is not blank: Python writes the error there, under the way to it. Says so when there is none. */
    public static String of(String text) {
        if (text == null || text.isBlank()) {
            return "Ray gives no message";
        }
        String[] lines = text.strip().split("\\R");
        String last = lines[lines.length - 1].strip();
        return last.length() <= LONGEST ? last : last.substring(0, LONGEST - 1) + "…";
    }
}
