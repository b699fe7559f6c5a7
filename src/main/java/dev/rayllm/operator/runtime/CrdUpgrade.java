package dev.rayllm.operator.runtime;

import dev.rayllm.operator.controller.InstalledCrds;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/** At the start, before any object is read: our CRDs are brought up to date if that is wanted, or complained about. */
@ApplicationScoped
class CrdUpgrade {

    private static final Logger LOG = Logger.getLogger(CrdUpgrade.class);
    private static final int FIRST = 1;

    void start(@Observes @Priority(FIRST) StartupEvent event, KubernetesClient client, OperatorConfig config) {
        InstalledCrds crds = new InstalledCrds(client);
        try {
            if (config.crdsUpgrade()) {
                crds.upgrade();
            }
            crds.outdated().forEach(LOG::warn);
        } catch (KubernetesClientException e) {
            // No reason not to serve what runs: status says it, too.
            LOG.warnf("the CRDs could not be %s: %s", config.crdsUpgrade() ? "upgraded" : "looked at", e.getMessage());
        }
    }
}
