package dev.rayllm.operator.render.monitoring;

import static dev.rayllm.operator.render.monitoring.Panel.SHARE;
import static dev.rayllm.operator.render.monitoring.Panel.USD;
import static dev.rayllm.operator.render.monitoring.Panel.curves;
import static dev.rayllm.operator.render.monitoring.Panel.number;
import static dev.rayllm.operator.render.monitoring.Panel.query;

import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.render.monitoring.Dashboard.Variable;
import dev.rayllm.operator.render.monitoring.Panel.Query;
import java.util.List;
import java.util.stream.Stream;

/** What one model does: its load, how long callers wait, what fills up, and what it costs. */
final class ModelDashboard {

    private static final int UID_HASH = 16;
    private static final String WHO = "{{namespace}}/{{" + Scope.DEPLOYMENT + "}}";
    private static final Scope CHOSEN = new Scope("namespace=~\"$namespace\"," + Scope.DEPLOYMENT + "=~\"$deployment\"");

    private ModelDashboard() {
    }

    /** For one deployment, which the variables begin with. */
    static Dashboard of(String namespace, String name) {
        return new Dashboard("llm-" + Names.sha256(namespace + "/" + name).substring(0, UID_HASH),
                "LLM " + namespace + "/" + name, "One LlmDeployment; docs/monitoring.md explains each panel.",
                variables(namespace, name), panels());
    }

    /** For any deployment. */
    static Dashboard any() {
        return new Dashboard("rayllm-model", "LLM deployment", "One or more LlmDeployments; docs/monitoring.md explains each"
                + " panel.", variables(null, null), panels());
    }

    static List<Variable> variables(String namespace, String name) {
        String series = "llm:workers:count";
        return List.of(new Variable("namespace", "Namespace", "label_values(" + series + ", namespace)", namespace),
                new Variable("deployment", "Deployment", "label_values(" + series + "{namespace=~\"$namespace\"}, "
                        + Scope.DEPLOYMENT + ")", name));
    }

    private static List<Panel> panels() {
        return Stream.of(numbers(), waits(), fill(), hardware()).flatMap(List::stream).toList();
    }

    private static List<Panel> numbers() {
        return List.of(
                number("Replicas ready", "none", total("llm:replicas_ready:sum"), "Replicas of the model that Ray Serve finds healthy."),
                number("Replicas wanted", "none", total("llm:replicas_wanted:sum"), "Replicas that Ray Serve's autoscaler asks for."),
                number("GPUs held", "none", total("llm:gpus:sum"), "GPUs of the workers that are scraped, serving or not."),
                number("Requests/s", "reqps", total("llm:requests:rate5m"), "Requests that the engine finished."),
                number("Tokens/s written", "none", total("llm:generation_tokens:rate5m"), "Tokens of answers."),
                number("Failed", SHARE, "max(" + one("llm:http_errors:ratio5m") + ")", "Share of HTTP requests that end with 5xx."));
    }

    private static List<Panel> waits() {
        return List.of(
                curves("Time to first token", "s", "What a caller waits before text appears; the alert reads the 95th percentile.",
                        quantile("llm:time_to_first_token_seconds:quantile5m")),
                curves("Time between tokens", "s", "How fast text appears; 50 ms are 20 tokens a second.",
                        quantile("llm:inter_token_latency_seconds:quantile5m")),
                curves("Whole request", "s", "From arrival to the last token.", quantile("llm:e2e_request_latency_seconds:quantile5m")),
                curves("Time in the queue", "s", "Part of the wait that more replicas would take away.",
                        quantile("llm:request_queue_seconds:quantile5m")));
    }

    private static List<Panel> fill() {
        return List.of(
                curves("Requests in the engine", "short", "Running, waiting in the engine, and waiting there or at the router.",
                        query(one("llm:requests_running:sum"), "running " + WHO), query(one("llm:requests_waiting:sum"), "waiting " + WHO),
                        query(one("llm:requests_pending:sum"), "waiting anywhere " + WHO)),
                curves("Tokens", "none", "Tokens per second: read in prompts, written in answers.",
                        query(one("llm:prompt_tokens:rate5m"), "read " + WHO), query(one("llm:generation_tokens:rate5m"), "written " + WHO)),
                curves("KV cache", SHARE, "Fullest replica. Near 1 requests wait, or are put back.",
                        query(one("llm:kv_cache_usage:max"), WHO)),
                curves("Preemptions", "ops", "Running requests that were put back for want of cache, per second; they start again.",
                        query(one("llm:preemptions:rate5m"), WHO)),
                curves("Prefix cache hits", SHARE, "Share of prompt tokens that were in the cache already.",
                        query(one("llm:prefix_cache_hits:ratio5m"), WHO)),
                curves("Replicas", "none", "Wanted and ready; started counts those of the last hour.",
                        query(one("llm:replicas_wanted:sum"), "wanted " + WHO), query(one("llm:replicas_ready:sum"), "ready " + WHO),
                        query(one("llm:replica_starts:count1h"), "started " + WHO)),
                curves("HTTP requests", "reqps", "Requests at Serve's proxies, all codes.", query(one("llm:http_requests:rate5m"), WHO)));
    }

    private static List<Panel> hardware() {
        return List.of(
                curves("GPU utilisation", "percent", "Mean of the GPUs, as Ray measures it: busy, not efficient.",
                        query("avg by (namespace, " + Scope.DEPLOYMENT + ") (" + one("ray_node_gpus_utilization") + ")", WHO)),
                curves("GPU memory", "decmbytes", "Memory in use, all GPUs.",
                        query("sum by (namespace, " + Scope.DEPLOYMENT + ") (" + one("ray_node_gram_used") + ")", WHO)),
                curves("Cost", USD, "USD an hour at the plan's list price, for workers that are there.",
                        query(one("llm:cost_usd_per_hour:sum"), WHO)),
                curves("Cost of a million tokens", USD, "USD of the last hour by tokens read and written in it.",
                        query(one("llm:cost_usd_per_million_tokens:avg1h"), WHO)),
                curves("GPU hours of the last hour", "none", "GPUs held, over the last hour.", query("sum_over_time("
                        + one("llm:gpus:sum") + "[1h]) * " + Recordings.INTERVAL_SECONDS + " / 3600", WHO)));
    }

    private static String one(String series) {
        return CHOSEN.series(series);
    }

    private static String total(String series) {
        return "sum(" + one(series) + ")";
    }

    private static Query quantile(String series) {
        return query(one(series), "p{{quantile}} " + WHO);
    }
}
