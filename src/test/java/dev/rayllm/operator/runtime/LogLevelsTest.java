package dev.rayllm.operator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody who looks for a fault turns the log up and down again without a restart. */
class LogLevelsTest {

    @Test
    void followTheFile(@TempDir Path folder) throws Exception {
        Logger log = Logger.getLogger("dev.rayllm.test.levels");
        Path file = folder.resolve("levels");
        LogLevels levels = new LogLevels(null);
        levels.read(file);
        assertThat(log.isDebugEnabled()).isFalse();
        Files.writeString(file, "# while we look\nthis is no level\ndev.rayllm.test.levels = DEBUG\nother=LOUD\n");
        levels.read(file);
        assertThat(log.isDebugEnabled()).isTrue();
        Files.writeString(file, "dev.rayllm.test.levels=ERROR\n");
        levels.read(file);
        assertThat(log.isInfoEnabled()).isFalse();
        Files.delete(file);
        levels.read(file);
        assertThat(log.isInfoEnabled()).as("as it was").isTrue();
        assertThat(log.isDebugEnabled()).isFalse();
    }
}
