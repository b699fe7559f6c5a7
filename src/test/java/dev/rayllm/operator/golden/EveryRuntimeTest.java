package dev.rayllm.operator.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.RayServices;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Renders every example, every golden input and every model of the profile table for every row of the runtime table, and
 * leaves the RayServices in {@code target/rendered}, where `make validate-serve` gives them to the Ray and vLLM of each row.
 */
class EveryRuntimeTest {

    private static final Path OUT = Path.of("target/rendered");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> examples() {
        return Catalog.builtIn().runtimes().list().stream().flatMap(runtime -> exampleFiles()
                .map(file -> DynamicTest.dynamicTest(runtime.name() + " " + file.getFileName(),
                        () -> write(GoldenInput.read(file), runtime, file.getFileName().toString()))));
    }

    @TestFactory
    Stream<DynamicTest> goldenInputs() {
        return Catalog.builtIn().runtimes().list().stream().flatMap(runtime -> GoldenCase.all("render").stream()
                .filter(c -> !c.name().equals("own-image"))
                .map(c -> DynamicTest.dynamicTest(runtime.name() + " " + c.name(),
                        () -> write(c.input(), runtime, "case-" + c.name() + ".yaml"))));
    }

    @TestFactory
    Stream<DynamicTest> models() {
        Planner planner = new Planner(Catalog.builtIn(), PlannerSettings.standard());
        return Catalog.builtIn().runtimes().list().stream().flatMap(runtime -> Catalog.builtIn().models().list().stream()
                .map(row -> DynamicTest.dynamicTest(runtime.name() + " " + row.name(), () -> {
                    write(planner, deployment(row, runtime), runtime, "model-" + row.name() + ".yaml");
                    HubConfigs.write(OUT.resolve("hf"), row.spec());
                })));
    }

    private static Stream<Path> exampleFiles() {
        try (Stream<Path> files = Files.list(Path.of("examples"))) {
            // An own image names its versions itself.
            return files.filter(f -> !f.toString().contains("own-image")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LlmDeployment withRuntime(LlmDeployment deployment, Runtime runtime) {
        ObjectNode tree = JSON.valueToTree(deployment);
        ObjectNode spec = (ObjectNode) tree.get("spec");
        ObjectNode engine = spec.has("engine") ? (ObjectNode) spec.get("engine") : spec.putObject("engine");
        engine.put("runtime", runtime.name());
        return JSON.convertValue(tree, LlmDeployment.class);
    }

    private static LlmDeployment deployment(ModelRow row, Runtime runtime) {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("apiVersion", "rayllm.dev/v1alpha1").put("kind", "LlmDeployment");
        tree.putObject("metadata").put("name", "model").put("namespace", "llm");
        ObjectNode spec = tree.putObject("spec");
        spec.putObject("model").put("profile", row.name());
        spec.putObject("engine").put("runtime", runtime.name());
        return JSON.convertValue(tree, LlmDeployment.class);
    }

    private static void write(GoldenInput input, Runtime runtime, String name) throws IOException {
        Planner planner = new Planner(Catalog.builtIn().withModels(input.profiles()), PlannerSettings.standard());
        write(planner, withRuntime(input.deployment(), runtime), runtime, name);
    }

    private static void write(Planner planner, LlmDeployment deployment, Runtime runtime, String name) throws IOException {
        Outcome outcome = planner.plan(deployment);
        assertThat(outcome).isInstanceOf(Outcome.Planned.class);
        String text = Serialization.asYaml(RayServices.of(deployment, ((Outcome.Planned) outcome).plan()));
        assertThat(text).contains("rayVersion: \"" + runtime.rayVersion() + "\"").contains(runtime.image());
        Path folder = Files.createDirectories(OUT.resolve(runtime.name()));
        Files.writeString(folder.resolve(name), text);
    }
}
