package dev.rayllm.operator.cli;

import java.io.PrintWriter;

/**
 * Writes text whose parts come from files of others. A control character would act on the terminal, and a mark for the direction of
 * text would show other words than are there: each is written as a backslash, u and its number, which JSON and quoted YAML read back as it was.
 */
final class PlainWriter extends PrintWriter {

    PlainWriter(PrintWriter out) {
        super(out);
    }

    @Override
    public void write(String text, int from, int length) {
        int done = from;
        for (int i = from; i < from + length; i++) {
            if (acts(text.charAt(i))) {
                super.write(text, done, i - done);
                String escaped = escape(text.charAt(i));
                super.write(escaped, 0, escaped.length());
                done = i + 1;
            }
        }
        super.write(text, done, from + length - done);
    }

    @Override
    public void write(char[] text, int from, int length) {
        write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(int character) {
        write(String.valueOf((char) character), 0, 1);
    }

    /** Whether a character does something else than to be seen. */
    static boolean acts(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\n' && c != '\t' && System.lineSeparator().indexOf(c) < 0;
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static String escape(char c) {
        return String.format("\\u%04x", (int) c);
    }
}
