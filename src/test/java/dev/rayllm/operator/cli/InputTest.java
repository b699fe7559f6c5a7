package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be given with -f, and what is said to what may not. */
class InputTest {

    @TempDir
    private Path folder;

    private String file(String name, String text) {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private String file(String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes).toString();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void filesFoldersPatternsAndStandardInput() {
        file("a.yaml", Cli.deployment("a", "  model: {profile: mistral-7b-instruct}"));
        file("b.yml", Cli.deployment("b", "  model: {profile: mistral-7b-instruct}"));
        file("c.json", """
                {"apiVersion": "rayllm.dev/v1alpha1", "kind": "LlmDeployment",
                \t"metadata": {"name": "c"}, "spec": {"model": {"profile": "mistral-7b-instruct"}}}
                """);
        file("notes.txt", "nothing of ours");
        assertThat(Cli.run("validate", "-f", folder.toString()).done().out()).contains("LlmDeployment a:", "LlmDeployment b:",
                "LlmDeployment c:", "3 documents: 3 ok, 0 refused");
        assertThat(Cli.run("validate", "-f", folder + "/[ab].y*ml").done().out()).contains("2 documents: 2 ok");
        assertThat(Cli.run("validate", "-f", folder + "/a.yaml", folder + "/c.json").done().out()).contains("2 documents: 2 ok");
        assertThat(Cli.run("validate", "-f", folder + "/a.yaml", "-f", folder.toString()).done().out()).contains("3 documents: 3 ok");
        assertThat(Cli.runWith(Cli.mistral(), "validate", "-f", "-").done().out()).contains("<stdin>: LlmDeployment mistral:");
    }

    @Test
    void missingFileEmptyFolderAndPatternWithoutMatchAreWrongUsage() throws IOException {
        assertThat(Cli.run("plan", "-f", folder + "/none.yaml").wrongUsage().err())
                .contains("cannot read '" + folder + "/none.yaml': no such file");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(Cli.run("plan", "-f", empty.toString()).wrongUsage().err()).contains("has no .yaml, .yml or .json file");
        assertThat(Cli.run("plan", "-f", empty + "/*.yaml").wrongUsage().err()).contains("matches no file");
        assertThat(Cli.run("plan").wrongUsage().err()).contains("Missing required option: '--filename=FILE'");
        assertThat(Cli.run("plan", "-f", "a\0b").wrongUsage().err()).contains("cannot be a file name");
    }

    @Test
    void severalDocumentsOfWhichOneIsBad() {
        String text = Cli.mistral() + "---\n" + Cli.deployment("bad", "  model: {profile: mistral-7b-instruct}\n"
                + "  scaling: {minReplicas: 5, maxReplicas: 2}") + "---\n# nothing\n---\n" + Cli.deployment("last",
                        "  model: {profile: mistral-7b-instruct}");
        Cli result = Cli.run("plan", "-f", file("many.yaml", text)).refused();
        assertThat(result.out()).contains("mistral (namespace llm)", "last (namespace llm)");
        assertThat(result.err()).contains("many.yaml (document 2): bad: spec.scaling: scaling.minReplicas 5 is above"
                + " scaling.maxReplicas 2").doesNotContain("mistral:");
    }

    @Test
    void listIsUnfolded() {
        String list = """
                apiVersion: v1
                kind: List
                items:
                  - {apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: a}, spec: {model: {profile: mistral-7b-instruct}}}
                  - {apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: b}, spec: {}}
                """;
        assertThat(Cli.runWith(list, "validate", "-f", "-").refused().out())
                .contains("ok       <stdin>: LlmDeployment a:", "refused  <stdin>: b: spec.model: is required and missing");
    }

    @Test
    void anchorsAreWrittenOut() {
        String text = Cli.deployment("a", "  model: &m {profile: mistral-7b-instruct}\n  engine: {env: [&e {name: A, value: b}]}");
        assertThat(Cli.runWith(text, "plan", "-f", "-").done().out()).contains("a (namespace llm)");
    }

    @Test
    void garbageIsRefusedInOneLine() {
        byte[] bytes = new byte[10 * 1024 * 1024];
        new Random(1).nextBytes(bytes);
        assertOneLine(file("large", bytes), "has more than 3 MiB, the most that is read");
        assertOneLine(file("small", java.util.Arrays.copyOf(bytes, 100_000)), "is not UTF-8 text");
        assertOneLine(file("ascii", "xyz ".repeat(500_000)), "is the text 'xyz xyz");
        assertOneLine(file("nul", "a: b\nc: \0\n"), "nul:2:4: is not YAML: character U+0000 cannot be in text");
        assertOneLine(file("braces", "{".repeat(5000)), "is refused: Nesting Depth exceeded max 50");
    }

    private static void assertOneLine(String file, String message) {
        Cli result = Cli.run("plan", "-f", file).refused();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("refused: " + file).contains(message).hasLineCount(1);
        assertThat(result.err().length()).isLessThan(300 + file.length());
    }

    @Test
    void emptyFiles() {
        assertOneLine(file("empty.yaml", ""), "is empty; an LlmDeployment is wanted");
        assertOneLine(file("comments.yaml", "# nothing\n---\n# here\n"), "is empty; an LlmDeployment is wanted");
    }

    @Test
    void syntaxErrorsNameThePlace() {
        assertOneLine(file("tab.yaml", "kind: LlmDeployment\nspec:\n\tmodel: x\n"), "tab.yaml:3:1: is not YAML: found character"
                + " '\\t(TAB)' that cannot start any token");
        assertOneLine(file("quote.yaml", "kind: LlmDeployment\nspec: {a: 'b\n"), "quote.yaml:3:1: is not YAML");
        assertOneLine(file("twice.yaml", "kind: a\nspec:\n  model: a\n  model: b\n"), "twice.yaml:4:3: is not YAML: found duplicate"
                + " key model");
        assertOneLine(file("broken.json", "{\"kind\": \"LlmDeployment\",\n \"spec\": {\"a\" 1}}"), "broken.json:2:15: is not JSON");
        assertOneLine(file("tag.yaml", "kind: !!java.io.File [/etc/passwd]\n"), "tag.yaml:1:7: is not YAML");
    }

    @Test
    void aliasBombsAreRefused() {
        StringBuilder many = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 12; i++) {
            many.append("a").append(i).append(": &a").append(i).append(" [*a").append(i - 1).append(", *a").append(i - 1)
                    .append(", *a").append(i - 1).append(", *a").append(i - 1).append("]\n");
        }
        assertOneLine(file("bomb.yaml", many.toString()), "stand for too many");
        assertOneLine(file("self.yaml", "kind: &k [*k]\n"), "too deeply nested");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}   | web: kind: 'Deployment' is another kind; an LlmDeployment or ModelProfile of rayllm.dev/v1alpha1 is wanted
            {apiVersion: ray.io/v1, kind: RayService, metadata: {name: a}}   | 'RayService' is what the operator makes from an LlmDeployment
            {apiVersion: rayllm.dev/v1alpha1, kind: LLMDeployment}           | 'LLMDeployment' is not known; did you mean LlmDeployment?
            {apiVersion: rayllm.dev/v1, kind: LlmDeployment}                 | apiVersion: 'rayllm.dev/v1' is not known; write apiVersion: rayllm.dev/v1alpha1
            {kind: LlmDeployment, spec: {}}                                  | apiVersion: is missing; write apiVersion: rayllm.dev/v1alpha1
            {metadata: {name: a}}                                            | a: kind: is missing; an LlmDeployment or ModelProfile
            {kind: 7}                                                        | kind: is the number 7
            "[1, 2]"                                                         | is a list; a mapping with apiVersion, kind, metadata and spec is wanted
            """)
    void otherKindsAreNamed(String text, String message) {
        assertThat(Cli.runWith(text, "plan", "-f", "-").refused().err()).contains(message).hasLineCount(1);
    }

    /** On a cluster the second would silently take the place of the first. */
    @Test
    void oneObjectTwiceIsRefused() {
        String first = file("a.yaml", Cli.mistral());
        String second = file("b.yaml", "# a copy\n" + Cli.mistral());
        assertThat(Cli.run("validate", "-f", first, "-f", second).refused().out()).contains("2 documents: 1 ok, 1 refused",
                second + ": mistral: metadata.name: is a second LlmDeployment of this name in namespace llm; the first is document 1 of "
                        + first);
        assertThat(Cli.run("render", "-f", first, "-f", second).refused().out()).isEmpty();
        String elsewhere = file("c.yaml", Cli.mistral().replace("namespace: llm", "namespace: other"));
        Cli.run("validate", "-f", first, "-f", elsewhere).done();
    }

    @Test
    void namespaceThatCannotBeIsWrongUsage() {
        assertThat(Cli.runWith(Cli.mistral(), "plan", "-n", "Bad NS", "-f", "-").wrongUsage().err())
                .contains("--namespace 'Bad NS' is no name of a namespace");
    }

    /** kubectl's reader: words that it takes for truth values are no text here either (checked with kubectl 1.32 and 1.36). */
    @ParameterizedTest
    @CsvSource({"y, true", "Y, true", "yes, true", "on, true", "True, true", "n, false", "NO, false", "off, false"})
    void truthValuesOfKubectl(String word, boolean value) {
        assertThat(Cli.runWith(Cli.deployment(word, "  model: {profile: mistral-7b-instruct}"), "plan", "-f", "-").refused().err())
                .contains("metadata.name: is the truth value " + value);
    }
}
