package dev.rayllm.operator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.cli.RayllmMain;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.foreign.prometheus.Rule;
import dev.rayllm.operator.foreign.prometheus.RuleGroup;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What `rayllm render` prints for a file of deployments. */
public record Rendered(List<String> documents) {

    public static Rendered of(Path file) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = RayllmMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute("render", "-f", file.toString());
        assertThat(code).as(err.toString()).isZero();
        return new Rendered(Arrays.stream(out.toString().split("(?m)^---\n")).filter(t -> !t.isBlank()).toList());
    }

    /** All rule groups, with names of their own, as several objects are put into one file. */
    public List<RuleGroup> groups() {
        List<RuleGroup> groups = new ArrayList<>();
        for (PrometheusRule rule : objects("PrometheusRule", PrometheusRule.class)) {
            rule.getSpec().groups().forEach(g -> groups.add(new RuleGroup(rule.getMetadata().getNamespace() + "-"
                    + rule.getMetadata().getName() + "-" + g.name(), g.interval(), g.rules())));
        }
        return groups;
    }

    public List<Rule> rules() {
        return groups().stream().flatMap(g -> g.rules().stream()).toList();
    }

    /** The dashboards' JSON. */
    public List<String> dashboards() {
        return objects("ConfigMap", ConfigMap.class).stream().flatMap(c -> c.getData().values().stream()).toList();
    }

    /** Writes the rules as Prometheus reads them. */
    public static Path write(List<RuleGroup> groups, Path folder) throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve("rules.yaml"), Serialization.asYaml(Map.of("groups", groups)));
    }

    private <T> List<T> objects(String kind, Class<T> type) {
        return documents.stream().filter(d -> d.contains("\nkind: " + kind + "\n") || d.startsWith("kind: " + kind))
                .map(d -> Serialization.unmarshal(d, type)).toList();
    }
}
