package dev.rayllm.operator.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names that say nothing, and files and methods that nobody can take in at once. */
@AnalyzeClasses(packages = PackagesTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class HouseRulesTest {

    /** The rule is "about 200" and "about 30": a line that explains is not to be cut for the sake of a number. */
    private static final int MOST_LINES_OF_A_FILE = 220;
    private static final int MOST_LINES_OF_A_METHOD = 36;
    private static final Pattern METHOD = Pattern.compile("^( {4}| {8})[\\w<][\\w<>\\[\\], .?]*\\b\\w+\\(.*");

    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_A_CLASS_DOES = noClasses()
            .should().haveNameMatching(".*[.$](\\w+(Utils?|Helpers?|Manager)|(Base|Abstract)[A-Z]\\w*)")
            .because("such a name holds anything, and so in time everything");

    @Test
    void filesAreShort() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : sources()) {
            long lines = Files.readString(file).lines().count();
            if (lines > MOST_LINES_OF_A_FILE) {
                tooLong.add(file + ": " + lines + " lines");
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void methodsAreShort() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : sources()) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                int end = METHOD.matcher(lines.get(i)).matches() ? end(lines, i) : i;
                if (end - i > MOST_LINES_OF_A_METHOD) {
                    tooLong.add(file + ":" + (i + 1) + ": " + (end - i) + " lines");
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    /** Line of the brace that ends a method which begins here; the same line when it has no body. */
    private static int end(List<String> lines, int start) {
        String indent = lines.get(start).substring(0, lines.get(start).length() - lines.get(start).stripLeading().length());
        int open = start;
        while (open < lines.size() && !lines.get(open).endsWith("{")) {
            if (lines.get(open).endsWith(";") || lines.get(open).isBlank()) {
                return start;
            }
            open++;
        }
        for (int i = open + 1; i < lines.size(); i++) {
            if (lines.get(i).equals(indent + "}")) {
                return i;
            }
        }
        return start;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }
}
