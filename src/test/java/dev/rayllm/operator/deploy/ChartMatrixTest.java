package dev.rayllm.operator.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each folder of src/test/resources/chart has values, and either out.yaml, what the chart becomes with them, or
 * refused.txt, what has to be in the message with which helm refuses them, a line each.
 */
class ChartMatrixTest {

    private static final Path CASES = Path.of("src/test/resources/chart");

    @TestFactory
    Stream<DynamicTest> rendersOrRefuses() throws IOException {
        return cases().stream().map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> {
            Tool.Result result = Helm.offline().template(folder.resolve("values.yaml"));
            Path refused = folder.resolve("refused.txt");
            if (Files.exists(refused)) {
                assertThat(result.code()).as("exit code of helm; it printed: %s", result.out()).isNotZero();
                assertThat(result.err()).contains(Files.readAllLines(refused));
                return;
            }
            assertThat(result.code()).as(result.err()).isZero();
            Path golden = folder.resolve("out.yaml");
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(golden, result.out());
            }
            assertThat(result.out()).as("%s; this test with -Dgolden.update=true writes it anew", golden)
                    .isEqualTo(Files.readString(golden));
        }));
    }

    @TestFactory
    Stream<DynamicTest> lintFindsNothing() throws IOException {
        return cases().stream().filter(folder -> !Files.exists(folder.resolve("refused.txt")))
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> {
                    Tool.Result result = Helm.offline().run("lint", "--strict", Helm.CHART, "-f",
                            folder.resolve("values.yaml").toString());
                    assertThat(result.out() + result.err()).contains("1 chart(s) linted, 0 chart(s) failed")
                            .doesNotContain("[WARNING]", "[ERROR]");
                }));
    }

    private static List<Path> cases() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.sorted().toList();
        }
    }
}
