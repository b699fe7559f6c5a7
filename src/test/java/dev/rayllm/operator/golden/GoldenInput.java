package dev.rayllm.operator.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.validation.Checked;
import dev.rayllm.operator.validation.Documents;
import dev.rayllm.operator.validation.Finding;
import dev.rayllm.operator.validation.Validation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a user wrote: one deployment, with the profiles that stand beside it.
 *
 * @param deployment the deployment; null when it is not valid
 * @param profiles   profiles of the same file
 * @param findings   what validation found
 */
record GoldenInput(LlmDeployment deployment, List<ModelRow> profiles, List<Finding> findings) {

    private static final Validation VALIDATION = new Validation();

    static GoldenInput read(Path file) {
        Documents.Result documents = Documents.read(file.getFileName().toString(), bytes(file));
        List<Finding> findings = new ArrayList<>(documents.findings());
        List<ModelRow> profiles = new ArrayList<>();
        List<LlmDeployment> deployments = new ArrayList<>();
        documents.documents().forEach(document -> {
            Checked checked = VALIDATION.check(document);
            findings.addAll(checked.findings());
            if (checked.object() instanceof ModelProfile profile) {
                profiles.add(new ModelRow(profile.getMetadata().getName(), profile.getSpec(), false));
            } else if (checked.object() instanceof LlmDeployment deployment) {
                if (deployment.getMetadata().getNamespace() == null) {
                    deployment.getMetadata().setNamespace("default");
                }
                deployments.add(deployment);
            }
        });
        assertThat(deployments.size() + findings.size()).as("one deployment in " + file).isPositive();
        return new GoldenInput(findings.isEmpty() ? deployments.getFirst() : null, profiles, findings);
    }

    /** What planning comes to with the tables of this release. */
    Outcome outcome() {
        return new Planner(Catalog.builtIn().withModels(profiles), PlannerSettings.standard()).plan(deployment);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
