package dev.rayllm.operator.cli;

import dev.rayllm.operator.validation.Documents;
import dev.rayllm.operator.validation.Validation;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Whether the API server would take a profile that was made here. */
final class ProfileCheck {

    private ProfileCheck() {
    }

    /** What it would refuse; empty for nothing. */
    static List<String> findings(String text) {
        Validation validation = new Validation();
        return Documents.read("the profile", text.getBytes(StandardCharsets.UTF_8)).documents().stream()
                .flatMap(document -> validation.check(document).findings().stream()).map(finding -> finding.field() + ": "
                        + finding.message()).toList();
    }
}
