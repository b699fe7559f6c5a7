package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.api.v1alpha1.Reason;
import java.time.Instant;

/** Status of a pass that broke off: the retry goes on, and the user sees at what. */
final class Failures {

    private static final int LONGEST = 1000;

    private Failures() {
    }

    static LlmDeploymentStatus status(LlmDeployment deployment, Exception error, Instant now) {
        LlmDeploymentStatus before = deployment.getStatus();
        return Replaced.condition(before, deployment, ConditionType.PROGRESSING, Reason.APPLY_FAILED, message(error),
                before == null || before.phase() == null ? Phase.PENDING : before.phase(), now);
    }

    private static String message(Exception error) {
        Throwable root = error;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return "the last pass failed and is tried again: " + (text.length() <= LONGEST ? text
                : text.substring(0, LONGEST - 1) + "…");
    }
}
