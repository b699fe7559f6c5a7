package dev.rayllm.operator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.render.monitoring.OperatorMonitoring;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Grafana silently draws wrong: panels over each other, a lost data source, a missing unit. */
class DashboardsTest {

    private static final int COLUMNS = 24;
    private static final int LONGEST_UID = 40;

    static List<String> dashboards() {
        List<String> all = new ArrayList<>(OperatorMonitoring.dashboards().values());
        all.addAll(Rendered.of(Path.of("src/test/resources/render/monitoring/in.yaml")).dashboards());
        return all;
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void panelsLieSideBySide(String json) throws IOException {
        Set<String> taken = new HashSet<>();
        for (JsonNode panel : new ObjectMapper().readTree(json).get("panels")) {
            JsonNode at = panel.get("gridPos");
            assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(COLUMNS);
            for (int x = 0; x < at.get("w").asInt(); x++) {
                for (int y = 0; y < at.get("h").asInt(); y++) {
                    assertThat(taken.add((at.get("x").asInt() + x) + "/" + (at.get("y").asInt() + y)))
                            .as("place of %s", panel.get("title")).isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void eachPanelHasTitleUnitAndTheChosenDataSource(String json) throws IOException {
        JsonNode dashboard = new ObjectMapper().readTree(json);
        assertThat(dashboard.get("uid").asText()).hasSizeLessThanOrEqualTo(LONGEST_UID).isNotBlank();
        assertThat(dashboard.at("/templating/list/0/type").asText()).isEqualTo("datasource");
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            assertThat(panel.get("title").asText()).isNotBlank();
            assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
            assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
            assertThat(panel.get("targets")).isNotEmpty().allMatch(t -> t.at("/datasource/uid").asText().equals("${datasource}"));
        }
    }
}
