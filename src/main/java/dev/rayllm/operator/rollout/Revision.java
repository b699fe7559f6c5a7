package dev.rayllm.operator.rollout;

/**
 * One rendering that was applied, and what became of it.
 *
 * @param number     1 for the first; a rendering that comes back gets a new number
 * @param hash       of {@link Rendering#hash()}
 * @param generation generation that was last applied with it
 * @param since      when it was last applied (RFC 3339)
 * @param outcome    what became of it
 * @param reason     why it failed; null otherwise
 * @param rendering  the children, as they were applied
 */
public record Revision(long number, String hash, long generation, String since, Outcome outcome, String reason,
        Rendering rendering) {

    /** What became of a revision. */
    public enum Outcome {
        /** Still coming, or replaced before it served. */
        PENDING("Pending"),
        /** It has served. */
        SERVED("Served"),
        /** It did not come up. */
        FAILED("Failed");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** The word in status. */
        public String text() {
            return text;
        }

        /** The outcome of that word; {@link #PENDING} for a word that is not known. */
        public static Outcome of(String text) {
            for (Outcome outcome : values()) {
                if (outcome.text.equals(text)) {
                    return outcome;
                }
            }
            return PENDING;
        }
    }
}
