package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rayllm.operator.cli.RayllmMain;
import dev.rayllm.operator.deploy.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Commands on pages are those of the programs that they name: targets exist, files exist, options are known. Those that need
 * a cluster, a cloud or an image are not run.
 */
class DocumentedCommandsTest {

    private static final Pattern OURS = Pattern.compile("(deploy|crds|examples|helm|hack|docs|bin)/.*");
    /** Commands of others that a page may ask for. */
    private static final Set<String> OTHERS = Set.of("curl", "export", "mvn", "git", "QUARKUS_HTTP_HOST=127.0.0.1", "source");
    private static final Set<String> KUBECTL = Set.of("annotate", "apply", "delete", "describe", "explain", "get", "kustomize", "logs",
            "patch", "port-forward", "rollout", "wait", "-n", "rayllm");

    @TestFactory
    Stream<DynamicTest> areRight() {
        return Block.all().stream().filter(block -> block.isIn("sh")).flatMap(block -> block.text().replace("\\\n", " ").lines()
                .map(line -> line.replaceFirst("(^|\\s+)#.*$", "").strip()).filter(line -> !line.isEmpty())
                .map(line -> DynamicTest.dynamicTest(block.place() + " " + line, () -> check(line))));
    }

    private static void check(String line) throws IOException {
        List<String> words = new ArrayList<>(Arrays.asList(line.split("\\s+")));
        for (String word : words) {
            if (OURS.matcher(word).matches() && !word.contains("$") && !word.startsWith("target/")) {
                assertThat(Path.of(word)).as("named on the page").exists();
            }
        }
        switch (words.getFirst()) {
            case "make" -> assertThat(Files.readString(Path.of("Makefile"))).containsPattern("(?m)^" + words.get(1) + ":");
            case "bin/rayllm", "rayllm" -> rayllm(words.subList(1, words.size()));
            case "kubectl" -> kubectl(words);
            case "helm" -> helm(words);
            default -> assertThat(words.getFirst()).satisfiesAnyOf(w -> assertThat(OTHERS).contains(w),
                    w -> assertThat(Path.of(w)).isExecutable());
        }
    }

    private static void rayllm(List<String> words) {
        List<String> arguments = words.stream().takeWhile(w -> !w.equals(">") && !w.equals("|")).toList();
        assertThatCode(() -> RayllmMain.commandLine().parseArgs(arguments.toArray(String[]::new))).doesNotThrowAnyException();
    }

    private static void kubectl(List<String> words) {
        assertThat(KUBECTL).as("verb of kubectl").contains(words.get(1));
        if (words.get(1).equals("rayllm")) {
            rayllm(words.subList(2, words.size()));
        }
    }

    /** What concerns our chart is rendered with the values that the page sets. */
    private static void helm(List<String> words) {
        assertThat(words.get(1)).isIn("install", "upgrade", "uninstall", "rollback", "template", "repo");
        if (words.contains("helm/rayllm-operator")) {
            List<String> arguments = new ArrayList<>(List.of("template", "rayllm", "helm/rayllm-operator"));
            for (int i = 0; i + 1 < words.size(); i++) {
                if (words.get(i).equals("--set")) {
                    arguments.addAll(List.of("--set", words.get(i + 1)));
                }
            }
            Tool.Result result = Tool.named("helm").result(Map.of(), arguments.toArray(String[]::new));
            assertThat(result.code()).as(result.err()).isZero();
        }
    }
}
