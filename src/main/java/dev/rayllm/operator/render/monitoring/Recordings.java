package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.foreign.prometheus.Rule;
import dev.rayllm.operator.plan.Plan;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Recording rules of a deployment: the numbers that alerts and dashboards read, under names that stay when Ray or vLLM
 * rename theirs. Names of Ray 2.56 to 2.60 and vLLM 0.22 to 0.29.
 */
final class Recordings {

    /** How often the group is evaluated, seconds. GPU hours are counted in such steps. */
    static final int INTERVAL_SECONDS = 30;

    private static final List<String> QUANTILES = List.of("0.5", "0.95", "0.99");

    private final Scope scope;
    private final Plan plan;
    private final List<Rule> rules = new ArrayList<>();

    private Recordings(Scope scope, Plan plan) {
        this.scope = scope;
        this.plan = plan;
    }

    static List<Rule> of(Scope scope, Plan plan) {
        Recordings recordings = new Recordings(scope, plan);
        recordings.load();
        recordings.latency();
        recordings.engine();
        recordings.replicas();
        recordings.money();
        return List.copyOf(recordings.rules);
    }

    private void load() {
        String http = "ray_serve_num_http_requests_total";
        String all = Scope.sum(Scope.rate(scope.series(http)));
        String failed = Scope.sum(Scope.rate(scope.series(http, "status_code=~\"5..\"")));
        add("llm:http_requests:rate5m", scope.orZero(all));
        // No request, no ratio: the comparison leaves the division by zero out.
        add("llm:http_errors:ratio5m", scope.orZero(failed + " / (" + all + " > 0)"));
        add("llm:requests:rate5m", scope.orZero(rate("request_success_total")));
        add("llm:prompt_tokens:rate5m", scope.orZero(rate("prompt_tokens_total")));
        add("llm:generation_tokens:rate5m", scope.orZero(rate("generation_tokens_total")));
    }

    private void latency() {
        quantiles("llm:time_to_first_token_seconds:quantile5m", "time_to_first_token_seconds");
        quantiles("llm:inter_token_latency_seconds:quantile5m", "inter_token_latency_seconds");
        quantiles("llm:request_queue_seconds:quantile5m", "request_queue_time_seconds");
        quantiles("llm:e2e_request_latency_seconds:quantile5m", "e2e_request_latency_seconds");
    }

    private void engine() {
        String waiting = Scope.sum(vllm("num_requests_waiting"));
        String queued = Scope.sum(scope.series("ray_serve_deployment_queued_queries", Scope.MODEL));
        add("llm:requests_running:sum", Scope.sum(vllm("num_requests_running")));
        add("llm:requests_waiting:sum", waiting);
        // In the engine, and before it at the router: at zero replicas only the router holds requests.
        add("llm:requests_pending:sum", Scope.sum("(" + waiting + ") or label_replace(" + queued
                + ", \"at\", \"router\", \"\", \"\")"));
        add("llm:kv_cache_usage:max", Scope.max(vllm("kv_cache_usage_perc")));
        add("llm:preemptions:rate5m", scope.orZero(rate("num_preemptions_total")));
        add("llm:prefix_cache_hits:ratio5m", scope.orZero(rate("prefix_cache_hits_total") + " / ("
                + rate("prefix_cache_queries_total") + " > 0)"));
    }

    private void replicas() {
        // One series for each replica, or one with their number: Ray has both forms, and a sum reads both.
        add("llm:replicas_ready:sum", Scope.sum(scope.series("ray_serve_deployment_replica_healthy", Scope.MODEL)));
        add("llm:replicas_wanted:sum", Scope.sum("max by (namespace, " + Scope.DEPLOYMENT + ", " + Scope.CLUSTER + ") ("
                + scope.series("ray_serve_autoscaling_target_replicas", Scope.MODEL) + ")"));
        // Each started replica is a series of its own that begins at one and ends with it.
        add("llm:replica_starts:count1h", scope.orZero(Scope.count("last_over_time("
                + scope.series("ray_serve_deployment_replica_starts_total", Scope.MODEL) + "[1h])")));
        add("llm:workers:count", scope.orZero(Scope.count(scope.series("up", Scope.ROLE + "=\"worker\""))));
        add("llm:gpus:sum", scope.series("llm:workers:count") + " * " + plan.placement().tensorParallelSize());
    }

    /** From the plan's list price of a replica; left out where a price is not known. */
    private void money() {
        double perReplica = plan.cost().perReplicaHour();
        if (Double.isNaN(perReplica)) {
            return;
        }
        BigDecimal perWorker = BigDecimal.valueOf(perReplica / plan.placement().pipelineParallelSize())
                .setScale(4, RoundingMode.HALF_UP).stripTrailingZeros();
        add("llm:cost_usd_per_hour:sum", scope.series("llm:workers:count") + " * " + perWorker.toPlainString());
        String tokens = "sum_over_time(" + scope.series("llm:prompt_tokens:rate5m") + "[1h]) + sum_over_time("
                + scope.series("llm:generation_tokens:rate5m") + "[1h])";
        // Both sums have the same steps, so that these cancel out: USD/h ÷ 3600 ÷ tokens/s × 10^6.
        add("llm:cost_usd_per_million_tokens:avg1h", "sum_over_time(" + scope.series("llm:cost_usd_per_hour:sum")
                + "[1h]) / 3600 / ((" + tokens + ") > 0) * 1e6");
    }

    private void quantiles(String name, String histogram) {
        String buckets = "sum by (namespace, " + Scope.DEPLOYMENT + ", le) (" + Scope.rate(vllm(histogram + "_bucket")) + ")";
        // Without requests a quantile is NaN, which the comparison leaves out.
        QUANTILES.forEach(q -> rules.add(Rule.recording(name, "histogram_quantile(" + q + ", " + buckets + ") >= 0",
                Map.of("quantile", q))));
    }

    private String rate(String counter) {
        return Scope.sum(Scope.rate(vllm(counter)));
    }

    private String vllm(String metric) {
        return scope.series("ray_vllm_" + metric);
    }

    private void add(String name, String expr) {
        rules.add(Rule.recording(name, expr, null));
    }
}
