package dev.rayllm.operator.metrics;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.ConditionStatus;
import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.ReplicaStatus;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where each deployment stands, from the status in the cache: one series for its phase, one for each of its five
 * conditions, four for its replicas and one for its price. What is gone from the cache is gone here; nothing is counted up.
 */
public final class DeploymentGauges {

    private final Supplier<Stream<LlmDeployment>> deployments;
    private final Map<String, MultiGauge> gauges = new TreeMap<>();

    /** Registers the gauges; {@link #refresh} fills them. */
    public DeploymentGauges(MeterRegistry registry, Supplier<Stream<LlmDeployment>> deployments) {
        this.deployments = deployments;
        Map.of("rayllm.deployment.phase", "Phase of a deployment; the series of its phase is 1, there is no other",
                "rayllm.deployment.condition", "Condition of a deployment with its status and reason",
                "rayllm.deployment.replicas", "Replicas of a deployment: desired, ready, min, max",
                "rayllm.deployment.replica.cost", "List price of one replica, USD an hour",
                "rayllm.plans.refused", "Deployments whose newest spec is refused, by reason").forEach((name, text) ->
                        gauges.put(name, MultiGauge.builder(name).description(text).register(registry)));
    }

    /** Shows the cache as it is now. */
    public void refresh() {
        List<LlmDeployment> all = deployments.get().filter(d -> d.getStatus() != null).toList();
        show("rayllm.deployment.phase", all.stream().filter(d -> d.getStatus().phase() != null)
                .map(d -> Row.of(who(d).and("phase", d.getStatus().phase().text()), 1)));
        show("rayllm.deployment.condition", all.stream().flatMap(d -> d.getStatus().conditions().stream()
                .map(c -> Row.of(who(d).and("condition", c.type(), "status", c.status(), "reason", c.reason()), 1))));
        show("rayllm.deployment.replicas", all.stream().flatMap(DeploymentGauges::replicas));
        show("rayllm.deployment.replica.cost", all.stream().flatMap(DeploymentGauges::cost));
        Map<String, Long> refused = all.stream().flatMap(d -> d.getStatus().conditions().stream())
                .filter(DeploymentGauges::refuses).collect(Collectors.groupingBy(Condition::reason, Collectors.counting()));
        show("rayllm.plans.refused", refused.entrySet().stream().map(e -> Row.of(Tags.of("reason", e.getKey()), e.getValue())));
    }

    private void show(String gauge, Stream<? extends Row<?>> rows) {
        List<Row<?>> list = new ArrayList<>();
        rows.forEach(list::add);
        gauges.get(gauge).register(list, true);
    }

    private static Stream<Row<?>> replicas(LlmDeployment deployment) {
        ReplicaStatus r = deployment.getStatus().replicas();
        if (r == null) {
            return Stream.empty();
        }
        Map<String, Integer> numbers = new TreeMap<>();
        put(numbers, "desired", r.desired());
        put(numbers, "ready", r.ready());
        put(numbers, "min", r.min());
        put(numbers, "max", r.max());
        return numbers.entrySet().stream().map(e -> Row.of(who(deployment).and("state", e.getKey()), e.getValue()));
    }

    private static Stream<Row<?>> cost(LlmDeployment deployment) {
        LlmDeploymentStatus status = deployment.getStatus();
        if (status.plan() == null || status.plan().cost() == null
                || !status.plan().cost().perReplicaHour().matches("[0-9.]+")) {
            return Stream.empty();
        }
        return Stream.of(Row.of(who(deployment), Double.parseDouble(status.plan().cost().perReplicaHour())));
    }

    private static boolean refuses(Condition condition) {
        return condition.type().equals(ConditionType.ACCEPTED.text())
                && condition.status().equals(ConditionStatus.FALSE.text());
    }

    private static void put(Map<String, Integer> numbers, String name, Integer value) {
        if (value != null) {
            numbers.put(name, value);
        }
    }

    /** The labels that the scrape configuration puts on Ray's series too, so that both can be joined. */
    private static Tags who(LlmDeployment deployment) {
        return Tags.of("namespace", deployment.getMetadata().getNamespace(),
                "llm_deployment", deployment.getMetadata().getName());
    }
}
