package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Where the output goes is not always there: a script must not take a cut file for the whole. */
class OutputTest {

    static boolean hasFullDevice() {
        return Files.exists(Path.of("/dev/full"));
    }

    @Test
    @EnabledIf("hasFullDevice")
    void outputThatCannotBeWrittenIsAFailure() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), RayllmMain.class.getName(), "profiles"))
                .redirectOutput(new File("/dev/full")).start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(err).contains("rayllm: cannot write the output: ").doesNotContain("\tat ");
    }
}
