package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** A call of the command line in this JVM: exit code and what it wrote. */
record Cli(int code, String out, String err) {

    /** Runs a command with nothing on standard input. */
    static Cli run(String... args) {
        return runWith("", args);
    }

    /** Runs a command with a text on standard input. A stack trace is never right. */
    static Cli runWith(String stdin, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = RayllmMain.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)));
        try {
            int code = line.execute(args);
            Cli result = new Cli(code, out.toString(), err.toString());
            assertThat(result.out + result.err).doesNotContain("\tat ").doesNotContain("Exception");
            return result;
        } finally {
            System.setIn(before);
        }
    }

    /** An LlmDeployment with this spec, given with two spaces of indentation. */
    static String deployment(String name, String spec) {
        return "apiVersion: rayllm.dev/v1alpha1\nkind: LlmDeployment\nmetadata: {name: " + name + ", namespace: llm}\nspec:\n"
                + spec.stripTrailing() + "\n";
    }

    /** A small one that plans. */
    static String mistral() {
        return deployment("mistral", "  model: {profile: mistral-7b-instruct}");
    }

    Cli refused() {
        assertThat(code).as(out + err).isEqualTo(1);
        return this;
    }

    Cli wrongUsage() {
        assertThat(code).as(out + err).isEqualTo(2);
        return this;
    }

    Cli done() {
        assertThat(code).as(out + err).isZero();
        return this;
    }
}
