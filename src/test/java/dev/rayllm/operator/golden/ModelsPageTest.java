package dev.rayllm.operator.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Every model of the profile table can be planned, and docs/models.md says how. */
class ModelsPageTest {

    private static final Path PAGE = Path.of("docs/models.md");

    @Test
    void isUpToDate() throws IOException {
        String text = new ModelsPage().text();
        if (GoldenCase.UPDATE) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, text);
        }
        assertThat(text).as("docs/models.md; `make golden` writes it, read the diff").isEqualTo(Files.readString(PAGE));
    }
}
