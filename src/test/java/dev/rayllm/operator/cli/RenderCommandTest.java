package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Children;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** `render` prints the children, and nothing else. */
class RenderCommandTest {

    private final ObjectMapper mapper = new ObjectMapper();

    /** The children as the Kubernetes client writes them when the operator applies them. */
    private List<JsonNode> expected(String text) throws IOException {
        LlmDeployment deployment = Serialization.unmarshal(text, LlmDeployment.class);
        Outcome outcome = new Planner(Catalog.builtIn(), PlannerSettings.standard()).plan(deployment);
        List<JsonNode> nodes = new ArrayList<>();
        for (var child : Children.of(deployment, ((Outcome.Planned) outcome).plan())) {
            nodes.add(mapper.readTree(Serialization.asJson(child)));
        }
        return nodes;
    }

    @Test
    void jsonIsTheListOfChildren() throws IOException {
        JsonNode list = mapper.readTree(Cli.runWith(Cli.mistral(), "render", "-f", "-", "-o", "json").done().out());
        assertThat(list).isNotEmpty().containsExactlyElementsOf(expected(Cli.mistral()));
    }

    @Test
    void yamlIsOneDocumentForEachChild() throws IOException {
        String out = Cli.runWith(Cli.mistral(), "render", "-f", "-").done().out();
        List<JsonNode> documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(out).readAll();
        assertThat(documents).containsExactlyElementsOf(expected(Cli.mistral()));
        assertThat(out).startsWith("---\napiVersion: karpenter.sh/v1\nkind: NodePool\n").contains("serveConfigV2: |");
    }

    @Test
    void oneRefusalAndNothingIsPrinted() {
        Cli result = Cli.runWith(Cli.mistral() + "---\n" + Cli.deployment("bad", "  model: {profile: nothing}"), "render", "-f", "-")
                .refused();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("refused: <stdin> (document 2): bad: spec.model.profile: 'nothing'").hasLineCount(1);
    }

    @Test
    void namespaceOfTheOptionIsForThoseWithoutOne() {
        String text = Cli.mistral().replace(", namespace: llm", "");
        assertThat(Cli.runWith(text, "render", "-f", "-", "-n", "team-a").done().out()).contains("namespace: team-a");
        assertThat(Cli.runWith(text, "render", "-f", "-").done().out()).contains("namespace: default");
        assertThat(Cli.runWith(Cli.mistral(), "render", "-f", "-", "-n", "team-a").done().out()).contains("namespace: llm")
                .doesNotContain("team-a");
    }
}
