package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completion in shells, and for kubectl, which asks a plugin for the words that can follow. */
class CompletionTest {

    @Test
    void wordsAreThoseThatCanFollow() {
        assertThat(words("").out().lines()).contains("plan", "render", "validate", "status", "profiles")
                .doesNotContain("warm-up", "completion-words");
        assertThat(words("pr").out().lines()).contains("profile", "profiles").doesNotContain("plan");
        assertThat(words("plan", "--he").out().lines()).containsExactly("--help");
        assertThat(words("gpus", "-o", "").out().lines()).containsExactlyInAnyOrder("json", "table", "yaml");
    }

    @Test
    void scriptIsBashThatCompletesCommands(@TempDir Path folder) throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("rayllm.bash"), Cli.run("completion", "bash").done().out());
        String ask = "source " + script + "; COMP_WORDS=(rayllm va); COMP_CWORD=1; COMP_LINE='rayllm va'; COMP_POINT=9;"
                + " _complete_rayllm; echo \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();
        String reply = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(reply).isZero();
        assertThat(reply).contains("validate");
    }

    @Test
    void unknownShellIsRefused() {
        assertThat(Cli.run("completion", "fish").wrongUsage().err()).contains("bash", "zsh");
    }

    private static Cli words(String... line) {
        String[] args = new String[line.length + 2];
        args[0] = "completion-words";
        args[1] = "--";
        System.arraycopy(line, 0, args, 2, line.length);
        return Cli.run(args).done();
    }
}
