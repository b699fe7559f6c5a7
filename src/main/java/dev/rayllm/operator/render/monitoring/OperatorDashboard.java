package dev.rayllm.operator.render.monitoring;

import static dev.rayllm.operator.render.monitoring.Panel.curves;
import static dev.rayllm.operator.render.monitoring.Panel.number;
import static dev.rayllm.operator.render.monitoring.Panel.query;

import java.util.List;

/** How the operator itself does. */
final class OperatorDashboard {

    private OperatorDashboard() {
    }

    static Dashboard get() {
        return new Dashboard("rayllm-operator", "RayLLM operator", "The operator itself; docs/monitoring.md explains each panel.",
                List.of(), List.of(
                number("Leaders", "none", "sum(rayllm_leader)", "1; 0 means that nobody acts."),
                number("Deployments", "none", "count(rayllm_deployment_phase) or vector(0)", "Deployments that have a status."),
                number("Refused", "none", "sum(rayllm_plans_refused) or vector(0)", "Deployments whose newest spec is refused."),
                number("Waiting", "none", "max(rayllm_reconcile_queue)", "Passes that wait for their turn."),
                number("Watches that do not work", "none", "sum(rayllm_informers_unsynced)", "0, else changes are not seen."),
                number("Writes a minute", "none", "sum(rate(rayllm_kubernetes_writes_total[5m])) * 60 or vector(0)",
                        "Near 0 while nobody edits anything."),
                curves("Passes", "ops", "Passes per second, by controller and result.", query("sum by (controller, operation,"
                        + " result) (rate(rayllm_reconcile_seconds_count[5m]))", "{{controller}} {{operation}} {{result}}")),
                curves("Time of a pass, p95", "s", "Without the wait for its turn.", query("histogram_quantile(0.95, sum by"
                        + " (controller, le) (rate(rayllm_reconcile_seconds_bucket[5m]))) >= 0", "{{controller}}")),
                curves("Queue and retries", "short", "Passes that wait; passes that are tried again, per minute.",
                        query("max(rayllm_reconcile_queue)", "waiting"),
                        query("sum(rate(rayllm_reconcile_retries_total[5m])) * 60 or vector(0)", "tried again")),
                curves("Writes", "ops", "By kind: a line that stays up is a write loop.", query("sum by (resource, verb) (rate("
                        + "rayllm_kubernetes_writes_total[5m])) or vector(0)", "{{verb}} {{resource}}")),
                curves("Errors of the API server", "ops", "By code; none: no answer.", query("sum by (resource, verb, code) (rate("
                        + "rayllm_kubernetes_request_errors_total[5m])) or vector(0)", "{{verb}} {{resource}} {{code}}")),
                curves("Time of a request, p95", "s", "As the client sees it.", query(latency("verb, "), "{{verb}}")),
                curves("Deployments by phase", "none", "", query("count by (phase) (rayllm_deployment_phase) or vector(0)", "{{phase}}")),
                curves("Refused by reason", "none", "docs/troubleshooting.md explains each reason.",
                        query("max by (reason) (rayllm_plans_refused) or vector(0)", "{{reason}}")),
                curves("Memory of the process", "bytes", "Heap and the rest of the JVM.",
                        query("sum by (pod, area) (jvm_memory_used_bytes and on (pod, instance) rayllm_leader)",
                                "{{pod}} {{area}}"))));
    }

    /** 95th percentile of the requests' time; NaN, when there were none, is left out. */
    static String latency(String by) {
        return "histogram_quantile(0.95, sum by (" + by + "le) (rate(rayllm_kubernetes_requests_seconds_bucket[5m]))) >= 0";
    }
}
