package dev.rayllm.operator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.cli.RayllmMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every command of docs/sizing.md works as it stands, and prints the lines that the page shows of it. */
class SizingPageTest {

    private static final Path PAGE = Path.of("docs/sizing.md");
    private static final String COMMAND = "bin/rayllm ";
    private static final int COMMANDS = 10;

    @Test
    void commandsWorkAndPrintWhatIsShown() throws IOException {
        String block = "";
        String output = "";
        int commands = 0;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("```")) {
                block = block.isEmpty() ? line.substring(3) : "";
            } else if (block.equals("sh")) {
                assertThat(line).as("a command of this project").startsWith(COMMAND);
                output = run(line.substring(COMMAND.length()));
                commands++;
            } else if (block.equals("text")) {
                assertThat(output.lines()).as("shown on " + PAGE + "; if the new output is right, correct the page").contains(line);
            }
        }
        assertThat(commands).isEqualTo(COMMANDS);
    }

    private static String run(String command) throws IOException {
        String[] sides = command.split(" > ");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = RayllmMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        assertThat(line.execute(sides[0].split(" "))).as(command + "\n" + err).isZero();
        if (sides.length > 1) {
            Path file = Path.of(sides[1]);
            Files.createDirectories(file.getParent());
            Files.writeString(file, out.toString());
        }
        return out.toString();
    }

    @Test
    void filesOfThePageAreUsedByIt() throws IOException {
        String page = Files.readString(PAGE);
        List<Path> files = new ArrayList<>();
        try (var all = Files.walk(Path.of("docs/sizing"))) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        assertThat(files).isNotEmpty().allSatisfy(file -> assertThat(page).contains(file.toString().substring("docs/".length())));
    }
}
