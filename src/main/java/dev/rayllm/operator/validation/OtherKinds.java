package dev.rayllm.operator.validation;

import dev.rayllm.operator.api.v1alpha1.Api;
import java.util.List;
import java.util.Set;

/** What to say about a document that is none of ours. */
final class OtherKinds {

    private static final List<String> OURS = List.of("LlmDeployment", "ModelProfile");
    private static final Set<String> RENDERED = Set.of("RayService", "RayCluster", "NodePool");
    private static final int QUOTED = 60;

    private OtherKinds() {
    }

    static Finding finding(Document document) {
        return document.finding(field(document), message(document));
    }

    private static String field(Document document) {
        return OURS.contains(document.kind()) ? "apiVersion" : "kind";
    }

    private static String message(Document document) {
        String wanted = "LlmDeployment or ModelProfile of " + Api.API_VERSION + " is wanted";
        Object kind = document.tree().get("kind");
        if (kind == null) {
            return "is missing; an " + wanted;
        }
        if (document.kind().isEmpty()) {
            return "is " + Words.value(kind) + "; an " + wanted;
        }
        String found = Words.quoted(document.kind(), QUOTED);
        if (OURS.contains(document.kind())) {
            return document.apiVersion().isEmpty() ? "is missing; write apiVersion: " + Api.API_VERSION
                    : Words.quoted(document.apiVersion(), QUOTED) + " is not known; write apiVersion: " + Api.API_VERSION;
        }
        if (RENDERED.contains(document.kind())) {
            return found + " is what the operator makes from an LlmDeployment (see `rayllm render`); an " + wanted;
        }
        // Another group's Deployment is no misspelt LlmDeployment.
        boolean ourGroup = document.apiVersion().startsWith(Api.GROUP) || document.apiVersion().isEmpty();
        return NearestNames.nearest(document.kind(), OURS).filter(near -> ourGroup).map(near -> found + " is not known; did you mean " + near + "?")
                .orElse(found + " is another kind; an " + wanted);
    }
}
