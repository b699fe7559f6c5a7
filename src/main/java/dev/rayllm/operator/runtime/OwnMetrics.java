package dev.rayllm.operator.runtime;

import dev.rayllm.operator.metrics.DeploymentGauges;
import dev.rayllm.operator.metrics.PassMetrics;
import dev.rayllm.operator.metrics.RequestMetrics;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The operator's own metrics, served at {@code /q/metrics}. */
@ApplicationScoped
class OwnMetrics {

    private static final long REFRESH_SECONDS = 5;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("metrics").factory());

    /** In place of the SDK's own, whose names change with its versions and whose series grow with the objects. */
    @Produces
    @Singleton
    PassMetrics passes(MeterRegistry registry) {
        return new PassMetrics(registry);
    }

    /** The client of all, with each request measured. */
    @Produces
    @Singleton
    KubernetesClient client(KubernetesSerialization serialization, Config config, MeterRegistry registry) {
        return new KubernetesClientBuilder().withKubernetesSerialization(serialization).withConfig(config)
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("metrics", new RequestMetrics(registry)))
                .build();
    }

    void close(@Disposes KubernetesClient client) {
        client.close();
    }

    /** Only the leader tells where deployments stand: two would be counted twice, and the one that waits sees them late. */
    void start(@Observes StartupEvent event, MeterRegistry registry, PassMetrics passes, Leadership leadership) {
        registry.gauge("rayllm.leader", leadership, l -> l.leads() ? 1 : 0);
        DeploymentGauges gauges = new DeploymentGauges(registry,
                () -> leadership.leads() ? passes.deployments() : Stream.empty());
        timer.scheduleWithFixedDelay(gauges::refresh, REFRESH_SECONDS, REFRESH_SECONDS, TimeUnit.SECONDS);
    }

    void stop(@Observes ShutdownEvent event) {
        timer.shutdownNow();
    }
}
