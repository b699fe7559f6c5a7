package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Who keeps an object as it is in Git or in a chart, by the marks that these programs leave on it. */
final class Applier {

    private static final Map<String, String> MARKS = new LinkedHashMap<>();

    static {
        MARKS.put("/metadata/annotations/argocd.argoproj.io~1tracking-id", "Argo CD");
        MARKS.put("/metadata/labels/argocd.argoproj.io~1instance", "Argo CD");
        MARKS.put("/metadata/labels/kustomize.toolkit.fluxcd.io~1name", "Flux");
        MARKS.put("/metadata/labels/helm.toolkit.fluxcd.io~1name", "Flux");
        MARKS.put("/metadata/annotations/meta.helm.sh~1release-name", "Helm");
    }

    private Applier() {
    }

    /** The program's name; empty when there is no mark. */
    static Optional<String> of(JsonNode object) {
        return MARKS.entrySet().stream().filter(mark -> !object.at(mark.getKey()).isMissingNode()).map(Map.Entry::getValue)
                .findFirst();
    }
}
