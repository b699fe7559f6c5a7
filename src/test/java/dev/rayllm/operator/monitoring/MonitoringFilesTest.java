package dev.rayllm.operator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.render.monitoring.OperatorMonitoring;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Alerts and dashboards of operator and fleet are committed twice: for kustomize and for the chart. */
class MonitoringFilesTest {

    private static final Path DEPLOY = Path.of("deploy/monitoring");
    private static final Path CHART = Path.of("helm/rayllm-operator/monitoring");

    @Test
    void areWhatIsRendered() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        files.put(DEPLOY.resolve("podmonitor.yaml"), yaml(OperatorMonitoring.podMonitor()));
        files.put(DEPLOY.resolve("rules.yaml"), yaml(OperatorMonitoring.prometheusRule()));
        files.put(CHART.resolve("rules.yaml"), yaml(OperatorMonitoring.prometheusRule().getSpec()));
        OperatorMonitoring.dashboards().forEach((name, json) -> {
            files.put(DEPLOY.resolve("dashboards").resolve(name), json);
            files.put(CHART.resolve(name), json);
        });
        for (Map.Entry<Path, String> file : files.entrySet()) {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(file.getKey().getParent());
                Files.writeString(file.getKey(), file.getValue());
            }
            assertThat(Files.readString(file.getKey())).as("%s; `make golden` writes it", file.getKey())
                    .isEqualTo(file.getValue());
        }
    }

    @Test
    void prometheusTakesTheOperatorsRules() throws Exception {
        Path folder = Path.of("target/promtool/operator");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("rules.yaml"), yaml(OperatorMonitoring.prometheusRule().getSpec()));
        Prometheus.Result check = Prometheus.promtool(folder, "check", "rules", "rules.yaml");
        assertThat(check.code()).as(check.output()).isZero();
    }

    private static String yaml(Object value) {
        return Serialization.asYaml(value).replaceFirst("^---\n", "");
    }
}
