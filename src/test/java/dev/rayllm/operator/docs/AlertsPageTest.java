package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.foreign.prometheus.Rule;
import dev.rayllm.operator.render.monitoring.OperatorMonitoring;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whoever is woken by an alert finds its section, and whoever reads of a series finds it in Prometheus. */
class AlertsPageTest {

    @Test
    void eachAlertHasACompleteSectionThatItsLinkPointsTo() throws IOException {
        List<String> sections = Arrays.stream(Files.readString(Path.of("docs/alerts.md")).split("\n## ")).skip(1).toList();
        List<Rule> alerts = rules().stream().filter(r -> r.alert() != null).toList();
        assertThat(sections).extracting(s -> s.lines().findFirst().orElseThrow())
                .containsExactlyInAnyOrderElementsOf(new TreeSet<>(alerts.stream().map(Rule::alert).toList()));
        assertThat(sections).allSatisfy(s -> assertThat(s).contains("\n- **Harm:** ", "\n- **What to do:** ")
                .containsPattern("\n\n(Warning|Critical)[.;] "));
        assertThat(alerts).allSatisfy(a -> assertThat(a.annotations().get("runbook_url"))
                .endsWith("#" + a.alert().toLowerCase(Locale.ROOT)));
        alerts.forEach(a -> assertThat(sections).filteredOn(s -> s.startsWith(a.alert() + "\n")).singleElement()
                .satisfies(s -> assertThat(s.toLowerCase(Locale.ROOT)).as("severity of %s", a.alert())
                        .contains("\n\n" + a.labels().get("severity"))));
    }

    @Test
    void eachRecordedSeriesIsExplained() throws IOException {
        String page = Files.readString(Path.of("docs/monitoring.md"));
        assertThat(rules().stream().map(Rule::recordName).filter(n -> n != null).distinct())
                .allMatch(name -> page.contains("`" + name + "`"));
    }

    /** Those of the operator, and those of two deployments that together have every alert. */
    private static List<Rule> rules() throws IOException {
        List<Rule> rules = new ArrayList<>(all(OperatorMonitoring.prometheusRule()));
        for (String file : List.of("monitoring/out-PrometheusRule-mistral-llm.yaml",
                "monitoring-thresholds/out-PrometheusRule-r1-llm.yaml")) {
            rules.addAll(all(Serialization.unmarshal(Files.readString(Path.of("src/test/resources/render").resolve(file)),
                    PrometheusRule.class)));
        }
        return rules;
    }

    private static List<Rule> all(PrometheusRule rule) {
        return rule.getSpec().groups().stream().flatMap(g -> g.rules().stream()).toList();
    }
}
