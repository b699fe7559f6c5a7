package dev.rayllm.operator.validation;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * A document and what was found.
 *
 * @param document the document
 * @param findings everything that is wrong with it; empty when it is valid
 * @param object   the LlmDeployment or ModelProfile; null when the document is not valid
 */
public record Checked(Document document, List<Finding> findings, HasMetadata object) {

    public Checked {
        findings = List.copyOf(findings);
    }

    /** Whether an API server with our CRDs would take the document. */
    public boolean valid() {
        return findings.isEmpty();
    }
}
