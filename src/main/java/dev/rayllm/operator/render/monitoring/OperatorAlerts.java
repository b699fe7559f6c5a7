package dev.rayllm.operator.render.monitoring;

import java.util.List;

/** Alerts about the operator itself, over all deployments. */
final class OperatorAlerts {

    private OperatorAlerts() {
    }

    static List<Alert> all() {
        return List.of(
                new Alert("RayllmOperatorDown", true, "5m", "absent(rayllm_leader) or sum(rayllm_leader) < 1",
                        "no operator acts: edits of deployments take no effect",
                        "No replica of the operator leads, or none is scraped. What serves goes on serving."),
                new Alert("RayllmPassesFail", false, "15m", "sum by (controller) (increase(rayllm_reconcile_seconds_count{"
                        + "result=\"error\"}[15m])) > 5", "the operator fails at some deployment",
                        "{{ $value | humanize }} passes of {{ $labels.controller }} failed in 15 minutes; each is tried again."),
                new Alert("RayllmQueueStuck", false, "15m", "max(rayllm_reconcile_queue) > 20",
                        "edits take effect late", "{{ $value }} deployments wait for their turn."),
                new Alert("RayllmWriteLoop", false, "30m", "sum by (resource) (increase(rayllm_kubernetes_writes_total{"
                        + "resource!~\"events|leases\"}[15m])) > 150", "the operator writes {{ $labels.resource }} again and again",
                        "{{ $value | humanize }} writes in 15 minutes: somebody undoes what the operator writes, or the kind"
                        + " drops fields of it."),
                new Alert("RayllmPlanRefused", false, "10m", "max by (namespace, " + Scope.DEPLOYMENT + ", reason) ("
                        + "rayllm_deployment_condition{condition=\"Accepted\",status=\"False\"}) > 0",
                        "{{ $labels.namespace }}/{{ $labels.llm_deployment }} is refused: {{ $labels.reason }}",
                        "The last edit has no effect. The condition Accepted says what to change."),
                new Alert("RayllmInformersUnsynced", false, "10m", "max by (controller) (rayllm_informers_unsynced) > 0",
                        "the operator does not see changes of some kind",
                        "{{ $value }} watches of {{ $labels.controller }} do not work: a right is missing, or a kind is gone."),
                new Alert("RayllmApiErrors", false, "15m", "sum by (verb, resource, code) (rate("
                        + "rayllm_kubernetes_request_errors_total{code!~\"404|409\"}[10m])) > 0.02",
                        "the API server refuses the operator: {{ $labels.verb }} {{ $labels.resource }}",
                        "Answers with code {{ $labels.code }}, {{ $value | humanize }} a second."),
                new Alert("RayllmApiSlow", false, "15m", OperatorDashboard.latency("") + " > 1",
                        "edits take effect late: the API server is slow",
                        "One request in twenty takes {{ $value | humanizeDuration }} or longer."));
    }
}
