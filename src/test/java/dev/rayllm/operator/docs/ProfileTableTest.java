package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/profile-table.md says what the planner says. */
class ProfileTableTest {

    private static final Path PAGE = Path.of("docs/profile-table.md");

    @Test
    void isUpToDate() throws IOException {
        String text = new ProfileTable().text();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, text);
        }
        assertThat(Files.readString(PAGE)).as("docs/profile-table.md is out of date: run this test with"
                + " -Dgolden.update=true and read the diff").isEqualTo(text);
    }
}
