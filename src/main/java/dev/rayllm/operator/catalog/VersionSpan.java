package dev.rayllm.operator.catalog;

/**
 * The vLLM releases that have something.
 *
 * @param from   first release that has it; null when all of the table have it
 * @param before first release that has it no more; null when the newest still does
 */
record VersionSpan(VllmVersion from, VllmVersion before) {

    /** Empty texts and null mean no bound. */
    static VersionSpan of(String from, String before) {
        return new VersionSpan(version(from), version(before));
    }

    boolean holds(VllmVersion version) {
        return !comesAfter(version) && !endedBy(version);
    }

    boolean comesAfter(VllmVersion version) {
        return from != null && version.compareTo(from) < 0;
    }

    boolean endedBy(VllmVersion version) {
        return before != null && version.compareTo(before) >= 0;
    }

    private static VllmVersion version(String text) {
        return text == null || text.isBlank() ? null : VllmVersion.parse(text);
    }
}
