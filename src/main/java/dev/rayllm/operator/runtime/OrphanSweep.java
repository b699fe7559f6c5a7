package dev.rayllm.operator.runtime;

import dev.rayllm.operator.controller.Orphans;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Looks for orphaned NodePools at the start and every few minutes: also for those of an operator that was killed. */
@ApplicationScoped
class OrphanSweep {

    private static final Logger LOG = Logger.getLogger(OrphanSweep.class);
    private static final long FIRST_SECONDS = 20;
    private static final long EVERY_SECONDS = 300;

    private final KubernetesClient client;
    private final OperatorConfig config;
    private final Leadership leadership;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("orphan-sweep").factory());

    OrphanSweep(KubernetesClient client, OperatorConfig config, Leadership leadership) {
        this.client = client;
        this.config = config;
        this.leadership = leadership;
    }

    void start(@Observes StartupEvent event) {
        timer.scheduleWithFixedDelay(this::sweep, FIRST_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    void stop(@Observes ShutdownEvent event) {
        timer.shutdownNow();
    }

    private void sweep() {
        if (!config.karpenter() || !leadership.leads()) {
            return;
        }
        try {
            Orphans.sweep(client);
        } catch (KubernetesClientException e) {
            LOG.warnf("the look for orphaned NodePools failed and is tried again: %s", e.getMessage());
        }
    }
}
