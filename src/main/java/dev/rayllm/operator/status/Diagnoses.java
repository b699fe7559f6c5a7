package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Diagnosis;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.diagnosis.Finding;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/** Faults as the status shows them. What says the same as before stays as it was: nothing is written then. */
final class Diagnoses {

    private static final int LONGEST = 1024;

    private static final Set<Reason> WAITS = Set.of(Reason.NODE_PROVISIONING, Reason.STARTING, Reason.NO_ENDPOINTS,
            Reason.BELOW_MINIMUM);
    private static final Set<Reason> RAYS_WORDS = Set.of(Reason.DEPLOY_FAILED, Reason.SERVE_APP_UNHEALTHY);
    /** Where else a fault of pods or engine is what the reader looks for. */
    private static final Set<Reason> EXPLAINED = Set.of(Reason.DEPLOY_FAILED, Reason.SERVE_APP_UNHEALTHY,
            Reason.SERVE_APP_MISSING, Reason.ROLLING_OUT, Reason.STARTUP_DEADLINE_EXCEEDED);

    private Diagnoses() {
    }

    static List<Diagnosis> of(List<Finding> findings, LlmDeploymentStatus before, Instant now) {
        List<Diagnosis> known = before == null ? List.of() : before.diagnosis();
        return findings.stream().map(f -> of(f, known, now)).toList();
    }

    /**
     * A verdict with the first fault in its message. Nothing is well while pods fail, so what would only say that things
     * take their time has another reason then.
     */
    static Verdict explain(Verdict verdict, List<Diagnosis> diagnoses) {
        if (diagnoses.isEmpty() || !WAITS.contains(verdict.reason()) && !EXPLAINED.contains(verdict.reason())) {
            return verdict;
        }
        Diagnosis first = diagnoses.getFirst();
        String fault = first.code() + ": " + first.message() + ". " + sentence(first.remedy());
        return WAITS.contains(verdict.reason()) ? Verdict.no(Reason.WORKER_FAILING, fault)
                : new Verdict(verdict.status(), verdict.reason(), withoutRaysWords(verdict) + ". " + fault);
    }

    /** What Ray said is what the fault was recognised by: once is enough. */
    private static String withoutRaysWords(Verdict verdict) {
        int words = RAYS_WORDS.contains(verdict.reason()) ? verdict.message().indexOf(": ") : -1;
        return words < 0 ? verdict.message() : verdict.message().substring(0, words);
    }

    private static Diagnosis of(Finding finding, List<Diagnosis> known, Instant now) {
        Diagnosis before = known.stream().filter(d -> d.code().equals(finding.code())).findFirst().orElse(null);
        String pod = before != null && before.pod() != null && finding.pods().contains(before.pod()) ? before.pod()
                : finding.pods().isEmpty() ? null : finding.pods().getFirst();
        String message = before != null && finding.code().equals(Finding.UNKNOWN)
                && shape(before.message()).equals(shape(cut(finding.message()))) ? before.message() : cut(finding.message());
        return new Diagnosis(finding.code(), message, cut(finding.remedy()), pod,
                before == null ? now.truncatedTo(ChronoUnit.SECONDS).toString() : before.since());
    }

    /** Times, addresses and process ids differ from try to try in one and the same error. */
    private static String shape(String message) {
        return message.replaceAll("[0-9a-f]{6,}|[0-9]+", "#");
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }
}
