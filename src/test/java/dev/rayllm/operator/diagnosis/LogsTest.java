package dev.rayllm.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole logs: the root cause wins over what follows from it, and a healthy log shows nothing. */
class LogsTest {

    private static final Path FOLDER = Path.of("src/test/resources/diagnosis");

    static Stream<Path> faults() throws IOException {
        return Files.list(FOLDER.resolve("faults")).sorted();
    }

    static Stream<Path> healthy() throws IOException {
        return Files.list(FOLDER.resolve("healthy")).sorted();
    }

    /** The first line of the file says what must come out: a code, or a code and its message. */
    @ParameterizedTest
    @MethodSource("faults")
    void theRootCauseIsNamed(Path file) throws IOException {
        String text = Files.readString(file);
        String[] expected = text.lines().findFirst().orElseThrow().substring(2).split(": ", 2);
        for (Source source : List.of(Source.LOG, Source.SERVE)) {
            List<Finding> findings = diagnose(source, text.substring(text.indexOf('\n') + 1));
            assertThat(findings).as(file + " as " + source).extracting(Finding::code).containsExactly(expected[0]);
            if (expected.length > 1) {
                assertThat(findings.getFirst().message()).isEqualTo(expected[1]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("healthy")
    void aHealthyLogShowsNothing(Path file) throws IOException {
        assertThat(diagnose(Source.LOG, Files.readString(file))).isEmpty();
    }

    /** Each line alone, too: what is harmless does not depend on its company. */
    @ParameterizedTest
    @MethodSource("healthy")
    void noLineOfAHealthyLogShowsAnything(Path file) throws IOException {
        assertThat(Files.readAllLines(file)).allSatisfy(line ->
                assertThat(diagnose(Source.CONTAINER, line)).as(line).isEmpty());
    }

    /** What two pods show is one fault, and causes of different kinds are all named. */
    @Test
    void faultsOfSeveralPodsAreJoined() {
        List<Finding> findings = Diagnoser.builtIn().diagnose(new Evidence(List.of(
                new Statement(Source.CONTAINER, "w-2", "container ray-worker terminated: OOMKilled, exit code 137"),
                new Statement(Source.CONTAINER, "w-1", "container ray-worker terminated: OOMKilled, exit code 137"),
                new Statement(Source.LOG, "w-3", "OSError: [Errno 28] No space left on device"),
                new Statement(Source.SERVE, null, "RuntimeError: Engine core initialization failed. See root cause above."))));
        assertThat(findings).extracting(f -> f.code() + f.pods())
                .containsExactly("WorkerOOMKilled[w-1, w-2]", "DiskFull[w-3]");
    }

    /** Seen in Ray: the message of the application ends with words that only point elsewhere. */
    @Test
    void anUnknownErrorShowsItsLastMeaningfulLine() {
        String message = """
                The deployment failed to start 3 times in a row. This may be due to a problem with its constructor or initial health check failing. See controller logs for details. Error:
                ray::ServeReplica:llm:LLMServer:m.initialize_and_get_metadata() (pid=412, ip=10.0.12.7)
                  File "/opt/ray/serve/_private/replica.py", line 1440, in initialize
                    raise AcmeError(token)
                                    ^^^^^
                acme.AcmeError: cannot open https://user:s3cret@acme.example/x?token=abc123def
                See stack trace for details.
                """;
        Finding finding = diagnose(Source.SERVE, message).getFirst();
        assertThat(finding.code()).isEqualTo("UnknownError");
        assertThat(finding.message()).startsWith("acme.AcmeError: cannot open https://")
                .doesNotContain("s3cret").doesNotContain("abc123def");
    }

    private static List<Finding> diagnose(Source source, String text) {
        return Diagnoser.builtIn().diagnose(new Evidence(List.of(new Statement(source, "p", text))));
    }
}
