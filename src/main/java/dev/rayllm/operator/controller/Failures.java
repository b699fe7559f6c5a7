package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.api.v1alpha1.Reason;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.AggregatedOperatorException;
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

    /** Whether the process is ending: no fault of the deployment. */
    static boolean interrupted(Exception error) {
        return root(error) instanceof InterruptedException;
    }

    /** The first cause; of several failed children, the first one's. */
    private static Throwable root(Throwable error) {
        Throwable root = error;
        while (true) {
            Throwable next = root instanceof AggregatedOperatorException several
                    && !several.getAggregatedExceptions().isEmpty()
                    ? several.getAggregatedExceptions().values().iterator().next() : root.getCause();
            if (next == null || next == root) {
                return root;
            }
            root = next;
        }
    }

    private static String message(Exception error) {
        Throwable root = root(error);
        String text = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        if (root instanceof KubernetesClientException refused && refused.getStatus() != null
                && refused.getStatus().getMessage() != null) {
            text = refused.getStatus().getMessage();
        }
        return "the last pass failed and is tried again: " + (text.length() <= LONGEST ? text
                : text.substring(0, LONGEST - 1) + "…");
    }
}
