package dev.rayllm.operator.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.yaml.snakeyaml.Yaml;

/** The health checks for Argo CD, run by the interpreter that Argo CD has inside, over objects as the operator leaves them. */
class ArgoHealthTest {

    private static final Path CASES = Path.of("src/test/resources/argocd");

    @TestFactory
    Stream<DynamicTest> healthIsRight() throws IOException {
        return Stream.of("llmdeployment", "modelprofile").flatMap(kind -> cases(kind).stream().map(c ->
                DynamicTest.dynamicTest(kind + ": " + c.get("is"), () -> {
                    List<String> health = health(kind, c.get("object")).lines().toList();
                    assertThat(health.getFirst()).isEqualTo(c.get("health"));
                    assertThat(health.get(1)).contains((String) c.get("says"));
                })));
    }

    @Test
    void everyPhaseHasACase() {
        Set<Object> seen = cases("llmdeployment").stream().map(c -> map(c.get("object")).get("status"))
                .filter(status -> status != null).map(status -> map(status).get("phase")).collect(Collectors.toSet());
        assertThat(seen).containsAll(Arrays.stream(Phase.values()).map(ArgoHealthTest::text).toList());
    }

    /** The keys under which Argo CD looks for them. */
    @Test
    void configMapHoldsThem() throws IOException {
        Map<String, Object> data = map(Kubectl.kustomize("deploy/argocd/health").getFirst().get("data"));
        assertThat(data).isEqualTo(Map.of(
                "resource.customizations.health.rayllm.dev_LlmDeployment", lua("llmdeployment"),
                "resource.customizations.health.rayllm.dev_ModelProfile", lua("modelprofile")));
    }

    private static String health(String kind, Object object) throws IOException {
        Path script = Files.createTempFile("health", ".lua");
        Files.writeString(script, "obj = " + literal(object) + "\nlocal function check()\n" + lua(kind)
                + "\nend\nlocal health = check()\nprint(health.status)\nprint(health.message)\n");
        try {
            return Tool.named("glua").output(Map.of(), script.toString());
        } finally {
            Files.delete(script);
        }
    }

    private static String lua(String kind) throws IOException {
        return Files.readString(Path.of("deploy/argocd/health", kind + ".lua"));
    }

    private static List<Map<String, Object>> cases(String kind) {
        try {
            return new Yaml().load(Files.readString(CASES.resolve(kind + ".yaml")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A tree of YAML as Lua writes it. */
    private static String literal(Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.entrySet().stream().map(e -> "[\"" + e.getKey() + "\"] = " + literal(e.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(ArgoHealthTest::literal).collect(Collectors.joining(", ", "{", "}"));
            case String text -> "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            default -> value.toString();
        };
    }

    /** A phase as it is written in status. */
    private static String text(Phase phase) {
        return io.fabric8.kubernetes.client.utils.Serialization.asJson(phase).replace("\"", "");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
