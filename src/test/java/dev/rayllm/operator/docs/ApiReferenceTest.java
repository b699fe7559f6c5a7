package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/api-reference.md says what the CRDs say. */
class ApiReferenceTest {

    private static final Path PAGE = Path.of("docs/api-reference.md");

    @Test
    void isUpToDate() throws IOException {
        String text = ApiReference.text();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, text);
        }
        assertThat(Files.readString(PAGE)).as("docs/api-reference.md is out of date: run this test with"
                + " -Dgolden.update=true and read the diff").isEqualTo(text);
    }
}
