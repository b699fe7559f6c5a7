package dev.rayllm.operator.cluster;

import dev.rayllm.operator.api.v1alpha1.Api;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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

    /** Removes both CRDs with all their objects: only for a server that no other test uses. */
    public static void remove(KubernetesClient client) {
        var crds = client.apiextensions().v1().customResourceDefinitions();
        for (String name : NAMES) {
            if (crds.withName(name).get() != null) {
                client.genericKubernetesResources(Api.API_VERSION, name.startsWith("llm") ? "LlmDeployment" : "ModelProfile")
                        .inAnyNamespace().list().getItems().forEach(object -> client.resource(object).edit(o -> {
                            o.getMetadata().setFinalizers(null);
                            return o;
                        }));
                crds.withName(name).delete();
                crds.withName(name).waitUntilCondition(Objects::isNull, 60, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean established(CustomResourceDefinition crd) {
        return crd != null && crd.getStatus() != null && crd.getStatus().getConditions() != null
                && crd.getStatus().getConditions().stream()
                        .anyMatch(c -> "Established".equals(c.getType()) && "True".equals(c.getStatus()));
    }
}
