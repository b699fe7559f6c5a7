package dev.rayllm.operator.render.monitoring;

import static dev.rayllm.operator.render.monitoring.Panel.SHARE;
import static dev.rayllm.operator.render.monitoring.Panel.USD;
import static dev.rayllm.operator.render.monitoring.Panel.curves;
import static dev.rayllm.operator.render.monitoring.Panel.number;
import static dev.rayllm.operator.render.monitoring.Panel.query;
import static dev.rayllm.operator.render.monitoring.Panel.table;

import java.util.List;

/** All deployments side by side: who serves, who is slow, what it costs. */
final class FleetDashboard {

    private static final String WHO = "{{namespace}}/{{" + Scope.DEPLOYMENT + "}}";
    private static final String CHOSEN = "{namespace=~\"$namespace\"," + Scope.DEPLOYMENT + "=~\"$deployment\"}";

    private FleetDashboard() {
    }

    static Dashboard get() {
        return new Dashboard("rayllm-fleet", "LLM fleet", "All LlmDeployments; docs/monitoring.md explains each panel.",
                ModelDashboard.variables(null, null), List.of(
                number("Deployments", "none", "count(" + of("rayllm_deployment_phase") + ")", "Deployments that have a status."),
                number("Serving", "none", "count(" + of("llm:replicas_ready:sum") + " > 0) or vector(0)", "With a ready replica."),
                number("GPUs held", "none", "sum(" + of("llm:gpus:sum") + ")", "GPUs of workers, serving or not."),
                number("Cost an hour", USD, "sum(" + of("llm:cost_usd_per_hour:sum") + ")", "At list prices, for workers that are there."),
                number("Requests/s", "reqps", "sum(" + of("llm:requests:rate5m") + ")", "Requests that engines finished."),
                number("Tokens/s written", "none", "sum(" + of("llm:generation_tokens:rate5m") + ")", "Tokens of answers."),
                table("Deployments", "One row each; numbers of the last five minutes.",
                        column(of("rayllm_deployment_phase"), "Phase", "phase"), column(of("llm:replicas_ready:sum"), "Ready", ""),
                        column(of("llm:replicas_wanted:sum"), "Wanted", ""), column(of("llm:gpus:sum"), "GPUs", ""),
                        column("llm:time_to_first_token_seconds:quantile5m" + CHOSEN.replace("}", ",quantile=\"0.95\"}"),
                                "First token p95, s", ""),
                        column(of("llm:generation_tokens:rate5m"), "Tokens/s", ""), column(of("llm:kv_cache_usage:max"), "KV cache", ""),
                        column(of("llm:http_errors:ratio5m"), "Failed", ""), column(of("llm:cost_usd_per_hour:sum"), "USD/h", ""),
                        column(of("llm:cost_usd_per_million_tokens:avg1h"), "USD per million tokens", "")),
                curves("Tokens written", "none", "Tokens per second.", query(of("llm:generation_tokens:rate5m"), WHO)),
                curves("Time to first token, p95", "s", "What callers wait.", query("llm:time_to_first_token_seconds:quantile5m"
                        + CHOSEN.replace("}", ",quantile=\"0.95\"}"), WHO)),
                curves("Requests waiting", "short", "In engines and at routers.", query(of("llm:requests_pending:sum"), WHO)),
                curves("Replicas ready", "none", "", query(of("llm:replicas_ready:sum"), WHO)),
                curves("GPUs held", "none", "", query(of("llm:gpus:sum"), WHO)),
                curves("KV cache, fullest replica", SHARE, "", query(of("llm:kv_cache_usage:max"), WHO)),
                curves("Cost an hour", USD, "", query(of("llm:cost_usd_per_hour:sum"), WHO)),
                curves("Failed requests", SHARE, "", query(of("llm:http_errors:ratio5m"), WHO)),
                curves("Deployments by phase", "none", "", query("count by (phase) (" + of("rayllm_deployment_phase") + ")", "{{phase}}"))));
    }

    private static String of(String series) {
        return series + CHOSEN;
    }

    /** Only what joins the rows, so that labels of the scrape make no columns. */
    private static Panel.Query column(String expr, String head, String label) {
        return query("max by (namespace, " + Scope.DEPLOYMENT + (label.isEmpty() ? "" : ", " + label) + ") (" + expr + ")", head);
    }
}
