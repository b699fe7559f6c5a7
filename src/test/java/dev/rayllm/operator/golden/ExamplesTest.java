package dev.rayllm.operator.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.cli.RayllmMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each file of {@code examples/} can be used as it is. */
class ExamplesTest {

    private static final Path EXAMPLES = Path.of("examples");

    @TestFactory
    Stream<DynamicTest> validPlannedAndRendered() throws IOException {
        return examples().stream().map(example -> DynamicTest.dynamicTest(example.getFileName().toString(), () -> {
            assertThat(run("validate", example)).contains(" ok, 0 refused").contains("ok       ");
            assertThat(run("plan", example)).contains("max_model_len").contains("KV cache");
            assertThat(run("render", example)).contains("kind: RayService");
        }));
    }

    @Test
    void areNumberedWithoutGaps() throws IOException {
        List<String> numbers = examples().stream().map(p -> p.getFileName().toString().substring(0, 3)).toList();
        assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, numbers.size()).mapToObj("%02d-"::formatted).toList());
    }

    @Test
    void eachBeginsWithWhatItTeaches() throws IOException {
        for (Path example : examples()) {
            assertThat(Files.readString(example)).as(example.toString()).startsWith("# ");
        }
    }

    private static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    private static String run(String command, Path file) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = RayllmMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(command, "-f", file.toString());
        assertThat(code).as(out.toString() + err).isZero();
        return out.toString();
    }
}
