package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.plan.Plan;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Alerts of a deployment about what its users feel, and about what is paid for nothing. */
final class DeploymentAlerts {

    private final Scope scope;
    private final Plan plan;
    private final Thresholds limits;
    private final String who;
    private final List<Alert> alerts = new ArrayList<>();

    private DeploymentAlerts(LlmDeployment deployment, Plan plan) {
        String namespace = deployment.getMetadata().getNamespace();
        String name = deployment.getMetadata().getName();
        this.scope = Scope.of(namespace, name);
        this.plan = plan;
        this.limits = Thresholds.of(deployment.getSpec().monitoring(), plan);
        this.who = namespace + "/" + name;
    }

    static List<Alert> of(LlmDeployment deployment, Plan plan) {
        DeploymentAlerts alerts = new DeploymentAlerts(deployment, plan);
        alerts.slow();
        alerts.full();
        alerts.failing();
        alerts.replicas();
        alerts.starting();
        alerts.wasteful();
        return List.copyOf(alerts.alerts);
    }

    private void slow() {
        String seconds = BigDecimal.valueOf(limits.firstTokenMilliseconds(), 3).stripTrailingZeros().toPlainString();
        warn("LlmFirstTokenSlow", "10m", scope.series("llm:time_to_first_token_seconds:quantile5m", "quantile=\"0.95\"")
                        + " > " + seconds, "callers of " + who + " wait for the first token",
                "One request in twenty waits {{ $value | humanizeDuration }} or longer for its first token; at most "
                        + seconds + " s are wanted.");
        String pending = scope.series("llm:requests_pending:sum");
        warn("LlmQueueAtMaxReplicas", "10m", "avg_over_time(" + pending + "[5m]) > " + limits.waitingRequests()
                        + " and " + scope.series("llm:replicas_wanted:sum") + " >= " + plan.scaling().maxReplicas()
                        + " unless avg_over_time(" + pending + "[5m]) < avg_over_time(" + pending + "[5m] offset 10m)",
                "requests of " + who + " queue and no replica can be added", "{{ $value | humanize }} requests wait, the queue"
                        + " does not shrink, and maxReplicas (" + plan.scaling().maxReplicas() + ") are wanted already.");
    }

    private void full() {
        BigDecimal share = BigDecimal.valueOf(limits.kvCachePercent(), 2).stripTrailingZeros();
        warn("LlmKvCacheFull", "10m", "avg_over_time(" + scope.series("llm:kv_cache_usage:max") + "[5m]) >= "
                        + share.toPlainString() + " and " + scope.series("llm:preemptions:rate5m") + " > 0",
                "answers of " + who + " stall: the KV cache is full", "The fullest replica uses {{ $value |"
                        + " humanizePercentage }} of its KV cache and puts running requests back, which then start again.");
    }

    private void failing() {
        BigDecimal share = BigDecimal.valueOf(limits.errorPercent(), 2).stripTrailingZeros();
        wake("LlmErrors", "5m", scope.series("llm:http_errors:ratio5m") + " > " + share.toPlainString(),
                "requests to " + who + " fail", "{{ $value | humanizePercentage }} of the requests end with a 5xx code.");
    }

    /** Only what served before counts as lost; a start that takes long is another alert. */
    private void replicas() {
        String ready = scope.series("llm:replicas_ready:sum");
        String notReady = "max by (namespace, " + Scope.DEPLOYMENT + ") ("
                + scope.series(condition(), "condition=\"Ready\",status!=\"True\",reason!=\"Suspended\"") + ")";
        String wasReady = "max by (namespace, " + Scope.DEPLOYMENT + ") (max_over_time("
                + scope.series(condition(), "condition=\"Ready\",status=\"True\",reason=\"Serving\"") + "[1h]))";
        wake("LlmNotServing", "2m", "(" + ready + " == 0 and " + scope.series("llm:replicas_wanted:sum")
                        + " > 0 and max_over_time(" + ready + "[1h]) > 0) or (" + notReady + " and " + wasReady + ")",
                who + " served and no longer does", "No replica answers; within the last hour one did.");
        int min = plan.scaling().minReplicas();
        if (min > 1) {
            warn("LlmReplicasBelowMinimum", time(limits.start()), ready + " < " + min + " and " + ready + " > 0",
                    who + " serves with too few replicas", "{{ $value }} of at least " + min
                            + " replicas are ready, for longer than a start may take.");
        }
        warn("LlmRestartLoop", "5m", scope.series("llm:replica_starts:count1h") + " - max_over_time("
                        + scope.series("llm:replicas_wanted:sum") + "[1h]) >= " + limits.replicaStartsPerHour(),
                "replicas of " + who + " start again and again", "{{ $value }} more replicas were started in an hour than were"
                        + " ever wanted at once: requests on them were cut off, and each start costs a load of the model.");
    }

    private void starting() {
        String provisioning = scope.series("rayllm_deployment_phase", "phase=\"Provisioning\"");
        String noCapacity = scope.series(condition(), "condition=\"CapacityReady\",status=\"False\",reason!=\"Suspended\"");
        String by = "max by (namespace, " + Scope.DEPLOYMENT + ") ";
        String missing = scope.series("llm:replicas_wanted:sum") + " * " + plan.placement().pipelineParallelSize() + " > "
                + scope.series("llm:workers:count");
        warn("LlmCapacityMissing", time(limits.capacity()), by + "(" + provisioning + ") > 0 or " + by + "(" + noCapacity
                        + ") > 0 or " + missing, "GPU nodes for " + who + " do not come",
                "Replicas are wanted, and their nodes are not there. The condition CapacityReady says more.");
        String stuck = scope.series(condition(), "reason=~\"StartupDeadlineExceeded|ApplyFailed|DeployFailed|"
                + "RayServiceRefused\"");
        wake("LlmRolloutStuck", "5m", by + "(" + stuck + ") > 0", "a change of " + who + " cannot go on",
                "The conditions Progressing and Ready say why. What served before is left as it is.");
    }

    private void wasteful() {
        String cost = Double.isNaN(plan.cost().perReplicaHour()) ? ""
                : " Each replica costs about " + BigDecimal.valueOf(plan.cost().perReplicaHour()).setScale(2,
                        RoundingMode.HALF_UP) + " USD an hour.";
        warn("LlmPaidNotServing", time(limits.paidNotServing()), scope.series("llm:gpus:sum") + " > 0 unless "
                        + scope.series("llm:replicas_ready:sum") + " > 0", "GPUs of " + who + " are paid for and serve nobody",
                "{{ $value }} GPUs are held by workers, and no replica is ready." + cost);
        String up = scope.series("up");
        // Four ways to see nothing: a target that fails, no target, no engine metrics, and a quiet operator.
        warn("LlmScrapeMissing", "15m", Scope.max(up + " == bool 0")
                        + " > 0 or " + Scope.max("absent(" + scope.series("up", Scope.ROLE + "=\"head\"") + ")") + " or ("
                        + scope.series("llm:replicas_ready:sum") + " > 0 unless " + Scope.max(
                                scope.series("ray_vllm_num_requests_running")) + ") or "
                        + Scope.max("absent(" + scope.series("rayllm_deployment_phase") + ")"),
                "nobody sees how " + who + " does", "Metrics of its pods, of its engine or of the operator are missing: other"
                        + " alerts of this deployment may keep silent.");
    }

    private static String condition() {
        return "rayllm_deployment_condition";
    }


    private static String time(Duration duration) {
        return Durations.text(duration);
    }

    private void warn(String name, String pendingFor, String expr, String summary, String description) {
        alerts.add(new Alert(name, false, pendingFor, expr, summary, description));
    }

    private void wake(String name, String pendingFor, String expr, String summary, String description) {
        alerts.add(new Alert(name, true, pendingFor, expr, summary, description));
    }
}
