package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.foreign.prometheus.Rule;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An alert before it is written as a rule.
 *
 * @param name        name; in lower case the anchor of its page in docs/alerts.md
 * @param critical    whether somebody should be woken
 * @param pendingFor  how long the expression must hold, as Prometheus writes durations
 * @param expr        PromQL
 * @param summary     the harm, in a line; may hold Go templates
 * @param description what is seen, and the first thing to do
 */
record Alert(String name, boolean critical, String pendingFor, String expr, String summary, String description) {

    /** The rule, with a link to the page's section. */
    Rule rule(String runbookUrl, Map<String, String> labels) {
        Map<String, String> all = new TreeMap<>(labels);
        all.put("severity", critical ? "critical" : "warning");
        Map<String, String> annotations = new TreeMap<>();
        annotations.put("summary", summary);
        annotations.put("description", description);
        annotations.put("runbook_url", runbookUrl + "#" + name.toLowerCase(Locale.ROOT));
        return new Rule(null, name, expr, pendingFor, all, annotations);
    }
}
