package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.cli.RayllmMain;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import dev.rayllm.operator.deploy.Tool;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Whoever copies YAML from a page gets what the page says: it parses, it is accepted, it can be planned. */
@Tag("apiserver")
@WithApiServer
class DocumentedYamlTest {

    /** Groups whose kinds a bare API server does not know. */
    private static final List<String> ELSEWHERE = List.of("karpenter.k8s.aws", "argoproj.io", "kustomize.config.k8s.io");

    @TempDir
    private static Path folder;

    @TestFactory
    Stream<DynamicTest> deploymentsCanBePlanned() {
        return objects("LlmDeployment").map(block -> DynamicTest.dynamicTest(block.place(), () -> {
            Path file = Files.writeString(folder.resolve("model.yaml"), block.text());
            StringWriter out = new StringWriter();
            int code = RayllmMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(out))
                    .execute("plan", "-f", file.toString());
            assertThat(code).as(out.toString()).isZero();
        }));
    }

    @TestFactory
    Stream<DynamicTest> objectsAreTakenByTheServer(KubernetesClient client) {
        OwnCrds.install(client);
        return yaml().filter(block -> !block.info().equals("yaml values")).map(block ->
                DynamicTest.dynamicTest(block.place(), () -> {
                    for (Map<String, Object> object : documents(block)) {
                        if (object.containsKey("kind") && ELSEWHERE.stream().noneMatch(g -> group(object).equals(g))) {
                            map(object.get("metadata")).computeIfPresent("namespace", (k, v) -> client.getNamespace());
                            assertThat(client.resource(Serialization.asYaml(object)).dryRun().create()).isNotNull();
                        }
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> valuesAreThoseOfTheChart() {
        return yaml().filter(block -> block.info().equals("yaml values")).map(block ->
                DynamicTest.dynamicTest(block.place(), () -> {
                    Path values = Files.writeString(folder.resolve("values.yaml"), block.text());
                    String namespace = block.text().contains("[llm") ? "llm" : "default";
                    Tool.Result result = Tool.named("helm").result(Map.of("KUBECONFIG", folder + "/none"), "template",
                            "rayllm", "helm/rayllm-operator", "--namespace", namespace, "-f", values.toString());
                    assertThat(result.code()).as(result.err()).isZero();
                }));
    }

    @TestFactory
    Stream<DynamicTest> kustomizationsBuild() {
        return objects("Kustomization").map(block -> DynamicTest.dynamicTest(block.place(), () -> {
            Path base = folder.resolve("deploy/base");
            Files.createDirectories(base);
            try (Stream<Path> files = Files.list(Path.of("deploy/base"))) {
                for (Path file : files.toList()) {
                    Files.writeString(base.resolve(file.getFileName()), Files.readString(file));
                }
            }
            Path mine = Files.createDirectories(folder.resolve("deploy/mine"));
            Files.writeString(mine.resolve("kustomization.yaml"), block.text());
            assertThat(Tool.named("kubectl").output(Map.of(), "kustomize", mine.toString()))
                    .contains("image: registry.example.com/rayllm-operator:");
        }));
    }

    private static Stream<Block> yaml() {
        return Block.all().stream().filter(block -> block.isIn("yaml"));
    }

    private static Stream<Block> objects(String kind) {
        return yaml().filter(block -> documents(block).stream().anyMatch(o -> kind.equals(o.get("kind"))));
    }

    private static List<Map<String, Object>> documents(Block block) {
        return StreamSupport.stream(new Yaml().loadAll(block.text()).spliterator(), false).map(DocumentedYamlTest::map).toList();
    }

    private static String group(Map<String, Object> object) {
        String version = (String) object.get("apiVersion");
        return version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
