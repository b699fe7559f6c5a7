package dev.rayllm.operator.status;

/** What a traceback comes to. */
final class LastLine {

    private static final int LONGEST = 600;

    private LastLine() {
    }

    /** The last line that is not blank: Python writes the error there, under the way to it. */
    static String of(String text) {
        String[] lines = text.strip().split("\\R");
        String last = lines[lines.length - 1].strip();
        return last.length() <= LONGEST ? last : last.substring(0, LONGEST - 1) + "…";
    }
}
