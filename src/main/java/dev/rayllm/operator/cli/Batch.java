package dev.rayllm.operator.cli;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.ProfileSize;
import dev.rayllm.operator.validation.Checked;
import dev.rayllm.operator.validation.Document;
import dev.rayllm.operator.validation.Documents;
import dev.rayllm.operator.validation.Finding;
import dev.rayllm.operator.validation.Validation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All documents of one call: validated, and the deployments planned, with the profiles among them as further rows. */
final class Batch {

    private final PlanningOptions options;
    private final String namespace;
    private final List<String> gpus;
    private final Validation validation = new Validation();
    private final List<ModelRow> profiles = new ArrayList<>();

    private Batch(PlanningOptions options, List<String> gpus) {
        this.options = options;
        this.namespace = options.namespace();
        this.gpus = gpus;
    }

    /**
     * Judges the input.
     *
     * @param gpus GPU models that replace those of each deployment; empty to keep them
     */
    static List<Entry> of(List<Documents.Result> input, PlanningOptions options, List<String> gpus) {
        return new Batch(options, gpus).entries(input);
    }

    private List<Entry> entries(List<Documents.Result> input) {
        List<Entry> read = new ArrayList<>();
        for (Documents.Result file : input) {
            file.documents().forEach(document -> read.add(validated(document)));
            file.findings().forEach(finding -> read.add(new Entry(finding.file(), finding.document(), "", "", "", null, null,
                    List.of(finding))));
        }
        List<Entry> entries = Repeated.marked(read);
        if (entries.stream().noneMatch(entry -> entry.deployment() != null)) {
            return entries;
        }
        Catalog catalog = options.catalog();
        Planner planner = new Planner(profiles.isEmpty() ? catalog : catalog.withModels(profiles), options.settings());
        return entries.stream().map(entry -> planned(entry, planner)).toList();
    }

    private Entry validated(Document document) {
        Checked checked = validation.check(withGpus(document));
        LlmDeployment deployment = checked.object() instanceof LlmDeployment found ? found : null;
        List<Finding> findings = new ArrayList<>(checked.findings());
        if (checked.object() instanceof ModelProfile profile) {
            ModelRow row = new ModelRow(profile.getMetadata().getName(), profile.getSpec(), false);
            profiles.add(row);
            Stream.concat(row.problems().stream(), ProfileSize.problem(row).stream()).forEach(problem -> findings.add(
                    new Finding(document.file(), document.index(), document.name(), "spec", problem)));
        }
        if (deployment != null && deployment.getMetadata().getNamespace() == null) {
            deployment.getMetadata().setNamespace(namespace);
        }
        String where = deployment == null ? "" : deployment.getMetadata().getNamespace();
        return new Entry(document.file(), document.index(), document.kind(), where, document.name(), deployment, null,
                findings);
    }

    private static Entry planned(Entry entry, Planner planner) {
        if (entry.deployment() == null) {
            return entry;
        }
        Outcome outcome = planner.plan(entry.deployment());
        return new Entry(entry.file(), entry.document(), entry.kind(), entry.namespace(), entry.name(),
                entry.deployment(), outcome,
                entry.findings());
    }

    /** A deployment that accepts the GPUs of the command line in place of its own. */
    private Document withGpus(Document document) {
        if (gpus.isEmpty() || !document.kind().equals("LlmDeployment") || !(document.tree().get("spec") instanceof Map<?, ?> spec)) {
            return document;
        }
        Map<String, Object> hardware = copy(spec.get("hardware") instanceof Map<?, ?> map ? map : Map.of());
        hardware.put("gpus", gpus);
        Map<String, Object> changed = copy(spec);
        changed.put("hardware", hardware);
        Map<String, Object> tree = copy(document.tree());
        tree.put("spec", changed);
        return new Document(document.file(), document.index(), tree);
    }

    private static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put((String) key, value));
        return copy;
    }
}
