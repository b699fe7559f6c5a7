package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Installs the CRDs of this project, from crds/ as users do, and waits until they are served. */
public final class OwnCrds {

    private static final List<String> NAMES = List.of("llmdeployments.rayllm.dev", "modelprofiles.rayllm.dev");

    private OwnCrds() {
    }

    /** Applies both CRDs; applying them again changes nothing. */
    public static void install(KubernetesClient client) {
        for (String name : NAMES) {
            var crds = client.apiextensions().v1().customResourceDefinitions();
            client.resource(crds.load(Path.of("crds", name + ".yaml").toFile()).item()).serverSideApply();
            crds.withName(name).waitUntilCondition(OwnCrds::established, 60, TimeUnit.SECONDS);
        }
    }

    private static boolean established(CustomResourceDefinition crd) {
        return crd != null && crd.getStatus() != null && crd.getStatus().getConditions() != null
                && crd.getStatus().getConditions().stream()
                        .anyMatch(c -> "Established".equals(c.getType()) && "True".equals(c.getStatus()));
    }
}
