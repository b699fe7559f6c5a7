package dev.rayllm.operator.runtime;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quarkus.runtime.PreventFurtherStepsException;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/** Ends the start with one clear line where our own CRDs are not there: nothing could be watched. */
@ApplicationScoped
class OwnKinds {

    /** Before the controllers start. */
    private static final int FIRST = 1;
    private static final int HTTP_NOT_FOUND = 404;

    @Inject
    KubernetesClient client;

    void check(@Observes @Priority(FIRST) StartupEvent event) {
        String version = HasMetadata.getApiVersion(LlmDeployment.class);
        if (!served(version)) {
            throw new PreventFurtherStepsException("The API server does not know " + version
                    + ": apply crds/ first (kubectl apply -f crds/), then start the operator", 1);
        }
    }

    /** Asked by discovery, which needs no further rights. An API server that does not answer is the controllers' matter. */
    private boolean served(String version) {
        try {
            APIResourceList resources = client.getApiResources(version);
            return resources != null && !resources.getResources().isEmpty();
        } catch (KubernetesClientException e) {
            return e.getCode() != HTTP_NOT_FOUND;
        }
    }
}
