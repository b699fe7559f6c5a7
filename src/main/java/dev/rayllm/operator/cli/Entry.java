package dev.rayllm.operator.cli;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.validation.Finding;
import java.util.List;

/**
 * One document of the input and what came of it.
 *
 * @param file       file as the user named it
 * @param document   which document of the file, from 1; 0 for a file that could not be read
 * @param kind       kind; empty when it has none
 * @param namespace  namespace of a valid deployment, with the default of the call; else empty
 * @param name       {@code metadata.name}; empty when it has none
 * @param deployment the deployment; null when the document is not a valid one
 * @param outcome    what planning came to; null when it was not planned
 * @param findings   what validation found
 */
record Entry(String file, int document, String kind, String namespace, String name, LlmDeployment deployment, Outcome outcome,
        List<Finding> findings) {

    boolean accepted() {
        return findings.isEmpty() && !(outcome instanceof Outcome.Rejected);
    }

    /** Why it is refused, a line each; empty when it is accepted. */
    List<String> refusals() {
        if (outcome instanceof Outcome.Rejected rejected) {
            return List.of(new Finding(file, document, name, rejected.field(), rejected.message()
                    + (rejected.remedy().isEmpty() ? "" : ". " + rejected.remedy())).text());
        }
        return findings.stream().map(Finding::text).toList();
    }
}
