package dev.rayllm.operator.metrics;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.health.Status;
import io.javaoperatorsdk.operator.processing.Controller;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Passes of the controllers: how many, how long, with which result, and how many wait. Labels are names of controllers and
 * a few words, so that the number of series does not grow with the objects.
 */
public final class PassMetrics implements Metrics {

    private static final Duration[] BUCKETS = Stream.of(10, 50, 100, 500, 1000, 5000, 30_000).map(Duration::ofMillis)
            .toArray(Duration[]::new);
    private static final String CONTROLLER = "controller";

    private final MeterRegistry registry;
    private final Map<String, Controller<? extends HasMetadata>> controllers = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();

    public PassMetrics(MeterRegistry registry) {
        this.registry = registry;
        registry.gauge("rayllm.reconcile.queue", waiting, queue -> Math.max(0, queue.get()));
    }

    @Override
    public void controllerRegistered(Controller<? extends HasMetadata> controller) {
        String name = controller.getConfiguration().getName();
        controllers.put(name, controller);
        registry.gauge("rayllm.informers.unsynced", Tags.of(CONTROLLER, name), this, metrics -> metrics.unsynced(name));
    }

    /** Deployments as the controllers' cache holds them; none before it is filled. */
    @SuppressWarnings("unchecked")
    public Stream<LlmDeployment> deployments() {
        return controllers.values().stream().filter(c -> c.getConfiguration().getResourceClass() == LlmDeployment.class)
                .flatMap(c -> ((Controller<LlmDeployment>) c).getEventSourceManager().getControllerEventSource()
                        .list(any -> true));
    }

    @Override
    public void reconciliationSubmitted(HasMetadata resource, RetryInfo retry, Map<String, Object> metadata) {
        waiting.incrementAndGet();
        if (retry != null && retry.getAttemptCount() > 0) {
            registry.counter("rayllm.reconcile.retries").increment();
        }
    }

    @Override
    public void reconciliationStarted(HasMetadata resource, Map<String, Object> metadata) {
        waiting.decrementAndGet();
    }

    @Override
    public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
        long start = System.nanoTime();
        String result = "error";
        try {
            T value = execution.execute();
            result = "ok";
            return value;
        } finally {
            Timer.builder("rayllm.reconcile").description("Passes of the controllers")
                    .tags(CONTROLLER, execution.controllerName(), "operation", execution.name(), "result", result)
                    .serviceLevelObjectives(BUCKETS).register(registry).record(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private double unsynced(String controller) {
        return controllers.get(controller).getEventSourceManager().getRegisteredEventSources().stream()
                .map(EventSource::getStatus).filter(status -> status == Status.UNHEALTHY).count();
    }
}
