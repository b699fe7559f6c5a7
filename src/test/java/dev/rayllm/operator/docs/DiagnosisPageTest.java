package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.diagnosis.Diagnoser;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.diagnosis.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each code of diagnosis has one complete entry in docs/diagnosis.md, and nothing else has. */
class DiagnosisPageTest {

    @Test
    void eachCodeHasAnEntryAndEachEntryACode() throws IOException {
        List<String> headings = entries().stream().map(e -> e.lines().findFirst().orElseThrow()).toList();
        assertThat(headings).containsExactlyInAnyOrderElementsOf(Stream.concat(Stream.of(Finding.UNKNOWN),
                Diagnoser.builtIn().rules().stream().map(Rule::code)).distinct().toList());
    }

    @Test
    void eachEntryIsComplete() throws IOException {
        assertThat(entries()).allSatisfy(text -> assertThat(text).containsPattern("^\\w+\n\n\\S.{10,}")
                .contains("\n- **Recognised by:** ", "\n- **What to do:** "));
    }

    private static List<String> entries() throws IOException {
        String page = Files.readString(Path.of("docs/diagnosis.md"));
        List<String> parts = new ArrayList<>(Arrays.asList(page.split("(?m)^### ")));
        return parts.subList(1, parts.size());
    }
}
