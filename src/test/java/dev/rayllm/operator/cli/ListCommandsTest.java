package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables in use, help and version. */
class ListCommandsTest {

    @Test
    void profiles() {
        assertThat(Cli.run("profiles").done().out()).startsWith("PROFILE").contains("mistral-7b-instruct", "deepseek-r1");
        String one = Cli.run("profiles", "Mistral-7B").done().out();
        assertThat(one).startsWith("apiVersion: rayllm.dev/v1alpha1\nkind: ModelProfile\nmetadata:\n  name: mistral-7b-instruct\nspec:\n");
        // What is printed can be applied: it passes as it is.
        assertThat(Cli.runWith(one, "validate", "-f", "-").done().out()).contains("ModelProfile mistral-7b-instruct");
        assertThat(Cli.run("profiles", "mistral-7b-instrct").refused().err()).contains("is not in the profile table; nearest:"
                + " mistral-7b-instruct");
    }

    @Test
    void everyBuiltInProfileIsAValidObject() throws IOException {
        JsonNode rows = new ObjectMapper().readTree(Cli.run("profiles", "-o", "json").done().out());
        StringBuilder documents = new StringBuilder();
        rows.forEach(row -> documents.append("---\n").append(row).append('\n'));
        assertThat(Cli.runWith(documents.toString(), "validate", "-f", "-").done().out()).contains(rows.size() + " ok, 0 refused");
    }

    @Test
    void gpus() throws IOException {
        assertThat(Cli.run("gpus").done().out()).startsWith("GPU").contains("A10G", "H100", "g5.xlarge");
        assertThat(Cli.run("gpus", "a10g").done().out()).startsWith("MACHINE").contains("g5.xlarge").doesNotContain("p5.48xlarge");
        JsonNode h100 = new ObjectMapper().readTree(Cli.run("gpus", "H100", "-o", "json").done().out()).get(0);
        assertThat(h100.get("computeCapability").textValue()).isEqualTo("9.0");
        assertThat(h100.get("fp8").booleanValue()).isTrue();
        assertThat(Cli.run("gpus", "A10X").refused().err()).contains("'A10X' is not a known GPU; nearest:");
    }

    @Test
    void runtimes() {
        assertThat(Cli.run("runtimes").done().out()).startsWith("RUNTIME").contains("yes", "rayproject/ray-llm:");
        assertThat(Cli.run("runtimes", "-o", "yaml").done().out()).contains("- name: '2.5").contains("standard: true");
    }

    @Test
    void version() {
        assertThat(Cli.run("version").done().out()).matches("rayllm [0-9]+\\.[0-9]+\\.[0-9]+.*\n");
    }

    @Test
    void helpAndWrongUsage() {
        assertThat(Cli.run("--help").done().out()).contains("plan", "render", "validate", "Exit code:").doesNotContain("warm-up");
        assertThat(Cli.run().wrongUsage().err()).contains("name a command", "Usage: rayllm");
        assertThat(Cli.run("plam").wrongUsage().err()).contains("Did you mean: rayllm plan");
        assertThat(Cli.run("gpus", "--nothing").wrongUsage().err()).contains("--nothing");
        assertThat(Cli.run("runtimes", "-o", "xml").wrongUsage().err()).contains("table, json, yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan", "render", "validate", "profiles", "gpus", "runtimes", "version"})
    void eachCommandHasHelp(String command) {
        assertThat(Cli.run(command, "--help").done().out()).contains("Usage: rayllm " + command);
    }

    @Test
    void warmUpPrintsNothing() {
        Cli result = Cli.run("warm-up").done();
        assertThat(result.out() + result.err()).isEmpty();
    }

    /** The launcher archives what this loads: calls that fail early would leave every later start slow. */
    @Test
    void warmUpDoesWhatUsualCallsDo() {
        Cli.run("warm-up").done();
    }
}
