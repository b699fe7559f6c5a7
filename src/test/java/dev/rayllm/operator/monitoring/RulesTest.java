package dev.rayllm.operator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Prometheus' own tool takes the rules, and gives the numbers and alerts that were worked out by hand. A folder of
 * {@code src/test/resources/promtool} holds deployments and series as Ray and the operator export them.
 */
class RulesTest {

    private static final Path CASES = Path.of("src/test/resources/promtool");

    @TestFactory
    Stream<DynamicTest> giveWhatWasWorkedOutByHand() throws IOException {
        return folders(CASES).stream().map(c -> DynamicTest.dynamicTest(c.getFileName().toString(), () -> {
            Path folder = Path.of("target/promtool").resolve(c.getFileName());
            Rendered.write(Rendered.of(c.resolve("in.yaml")).groups(), folder);
            Files.copy(c.resolve("tests.yaml"), folder.resolve("tests.yaml"), StandardCopyOption.REPLACE_EXISTING);
            Prometheus.Result check = Prometheus.promtool(folder, "check", "rules", "rules.yaml");
            assertThat(check.code()).as(check.output()).isZero();
            Prometheus.Result result = Prometheus.promtool(folder, "test", "rules", "tests.yaml");
            assertThat(result.code()).as(result.output()).isZero();
        }));
    }

    private static List<Path> folders(Path root) throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }
}
