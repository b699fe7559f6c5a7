package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each reason that a condition can have has one complete entry in docs/troubleshooting.md, and nothing else has. */
class TroubleshootingTest {

    private static final String ENTRY = "### ";

    @Test
    void eachReasonHasAnEntryAndEachEntryAReason() throws IOException {
        assertThat(entries().keySet()).containsExactlyInAnyOrderElementsOf(
                Arrays.stream(Reason.values()).map(Reason::text).toList());
    }

    @Test
    void eachEntryIsComplete() throws IOException {
        entries().forEach((reason, text) -> assertThat(text).as(reason)
                .containsPattern("(?m)^\\S.{10,}").contains("\n- **Why:** ", "\n- **What to do:** ")
                .containsPattern("(?m)^> .+"));
    }

    /** Text of each entry by its heading; a heading that comes twice counts as wrong. */
    private static Map<String, String> entries() throws IOException {
        Map<String, StringBuilder> entries = new LinkedHashMap<>();
        StringBuilder current = new StringBuilder();
        List<String> lines = Files.readAllLines(Path.of("docs/troubleshooting.md"));
        for (String line : lines) {
            if (line.startsWith("#")) {
                current = new StringBuilder();
            }
            if (line.startsWith(ENTRY)) {
                assertThat(entries.put(line.substring(ENTRY.length()), current)).as("second entry: " + line).isNull();
            } else {
                current.append(line).append('\n');
            }
        }
        Map<String, String> texts = new LinkedHashMap<>();
        entries.forEach((name, text) -> texts.put(name, text.toString()));
        return texts;
    }
}
