package dev.rayllm.operator.observe;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Times as others write them. */
final class Times {

    private Times() {
    }

    /** The time, or {@link Instant#EPOCH} when there is none or it cannot be read. */
    static Instant of(String text) {
        if (text == null || text.isEmpty()) {
            return Instant.EPOCH;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }
}
