package dev.rayllm.operator.catalog;

import java.util.Locale;

/** Makes spellings of one name equal: {@code Llama-3.1-8B}, {@code llama_3.1_8b} and {@code Llama 3.1 8B}. */
final class Spelling {

    /** Longer texts are no names; cutting them keeps every look-up cheap whatever a user pastes. */
    private static final int LONGEST = 256;

    private Spelling() {
    }

    /** Letters and digits only, in lower case. */
    static String key(String text) {
        if (text == null) {
            return "";
        }
        StringBuilder key = new StringBuilder();
        cut(text).toLowerCase(Locale.ROOT).chars().filter(Character::isLetterOrDigit).forEach(key::appendCodePoint);
        return key.toString();
    }

    /** Words of a name: runs of letters and digits, in lower case. */
    static String[] words(String text) {
        return text == null ? new String[0] : cut(text).toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}.]+");
    }

    /** Repository name without its owner. */
    static String withoutOwner(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }
}
