package dev.rayllm.operator.controller;

import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.metrics.DeploymentGauges;
import dev.rayllm.operator.metrics.PassMetrics;
import dev.rayllm.operator.metrics.RequestMetrics;
import dev.rayllm.operator.plan.PlannerSettings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.Controller;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The operator's controllers against the real API server, in this JVM, watching one namespace. */
public final class RunningOperator implements AutoCloseable {

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Pattern WRITE = Pattern.compile("\"verb\":\"(create|update|patch|delete|deletecollection)\"");

    private final ApiServer server;
    private final Operator operator;
    private final DeploymentGauges gauges;
    private final String userAgent = "operator-under-test-" + COUNT.incrementAndGet();
    private final Passes passes;

    private RunningOperator(ApiServer server, String namespace, PlannerSettings settings, MeterRegistry registry) {
        this.server = server;
        PassMetrics measured = new PassMetrics(registry);
        this.passes = new Passes(measured);
        this.gauges = new DeploymentGauges(registry, measured::deployments);
        Config config = Config.fromKubeconfig(server.kubeconfig().toFile());
        var client = new KubernetesClientBuilder().withConfig(new ConfigBuilder(config).withUserAgent(userAgent).build())
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("metrics", new RequestMetrics(registry)))
                .build();
        operator = new Operator(o -> o.withKubernetesClient(client).withCloseClientOnStop(true)
                .checkingCRDAndValidateLocalModel(false).withMetrics(passes));
        operator.register(new LlmDeploymentReconciler(Catalog.builtIn(), settings), o -> o.settingNamespace(namespace));
        operator.register(new ModelProfileReconciler());
        operator.start();
    }

    /** The operator, with its own tables, on the namespace of a test. */
    public static RunningOperator in(String namespace) {
        return in(namespace, PlannerSettings.standard());
    }

    static RunningOperator in(String namespace, PlannerSettings settings) {
        return in(ApiServer.get(), namespace, settings);
    }

    static RunningOperator in(ApiServer server, String namespace, PlannerSettings settings) {
        return new RunningOperator(server, namespace, settings, new SimpleMeterRegistry());
    }

    /** With the operator's own metrics in this registry. */
    static RunningOperator measured(String namespace, MeterRegistry registry) {
        return new RunningOperator(ApiServer.get(), namespace, PlannerSettings.standard(), registry);
    }

    /** Shows the deployments as they are now in the metrics. */
    void refreshMetrics() {
        gauges.refresh();
    }

    /** Passes over deployments so far. */
    int passes() {
        return passes.count.get();
    }

    /** Writes of the operator so far, from the API server's audit log; events are not counted. */
    List<String> writes() {
        try (var lines = Files.lines(server.auditLog())) {
            return lines.filter(l -> l.contains("\"userAgent\":\"" + userAgent + "\"") && WRITE.matcher(l).find()
                    && !l.contains("\"resource\":\"events\"")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        operator.stop();
    }

    /** Counts passes over deployments, beside what the operator measures. */
    private static final class Passes implements Metrics {

        private final AtomicInteger count = new AtomicInteger();
        private final Metrics measured;

        Passes(Metrics measured) {
            this.measured = measured;
        }

        @Override
        public void controllerRegistered(Controller<? extends HasMetadata> controller) {
            measured.controllerRegistered(controller);
        }

        @Override
        public void reconciliationSubmitted(HasMetadata resource, RetryInfo retry, Map<String, Object> metadata) {
            measured.reconciliationSubmitted(resource, retry, metadata);
        }

        @Override
        public void reconciliationStarted(HasMetadata resource, Map<String, Object> metadata) {
            measured.reconciliationStarted(resource, metadata);
        }

        @Override
        public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
            if (execution.controllerName().equals("llmdeployment") && execution.name().equals("reconcile")) {
                count.incrementAndGet();
            }
            return measured.timeControllerExecution(execution);
        }
    }
}
