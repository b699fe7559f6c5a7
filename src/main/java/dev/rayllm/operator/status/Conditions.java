package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.diagnosis.Redaction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Writes conditions: the time of a transition is kept while the status stays. */
final class Conditions {

    private static final int LONGEST_MESSAGE = 2048;

    private final List<Condition> previous;
    private final Instant now;

    Conditions(List<Condition> previous, Instant now) {
        this.previous = previous;
        this.now = now;
    }

    Condition of(ConditionType type, Verdict verdict, long generation) {
        String since = previous(type).filter(c -> c.status().equals(verdict.status().text()))
                .map(Condition::lastTransitionTime).orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
        return new Condition(type.text(), verdict.status().text(), verdict.reason().text(),
                cut(Redaction.redact(verdict.message())),
                since, generation);
    }

    Optional<Condition> previous(ConditionType type) {
        return previous.stream().filter(c -> c.type().equals(type.text())).findFirst();
    }

    private static String cut(String message) {
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE - 1) + "…";
    }
}
