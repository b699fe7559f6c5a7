package dev.rayllm.operator.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rayllm.operator.diagnosis.Diagnoser;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Names the fault in a log, by the rules that the operator uses. */
@Command(name = "diagnose", description = {"Name the fault in a log of vLLM, Ray or Kubernetes, and say what to do. Reads a log,"
        + " the message of a Serve application, or the output of `kubectl describe pod`.",
        "Exit code: 0 when a fault was recognised, 1 when the text shows none."})
final class DiagnoseCommand implements Callable<Integer> {

    private static final int MOST_BYTES = 64 << 20;
    /** The end of a log is what counts, and each rule looks at all of it. */
    private static final int MOST_CHARACTERS = 4 << 20;

    @Spec
    private CommandSpec spec;
    @Option(names = {"-f", "--filename"}, paramLabel = "LOG", defaultValue = InputFile.STDIN,
            description = "Log file, or - for standard input (default).")
    private String name;
    @Mixin
    private FormatOption format;

    /** One element of the list that {@code -o json} and {@code -o yaml} write. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record View(String code, String message, String remedy, Map<String, String> figures) {
    }

    @Override
    public Integer call() {
        String text = new String(InputFile.read(name, MOST_BYTES), StandardCharsets.UTF_8);
        List<View> faults = diagnose(text.substring(Math.max(0, text.length() - MOST_CHARACTERS))).stream()
                .map(f -> new View(f.code(), f.message(), f.remedy(), new TreeMap<>(f.figures()))).toList();
        PrintWriter out = spec.commandLine().getOut();
        if (!format.table()) {
            format.write(out, faults);
        } else if (faults.isEmpty()) {
            out.println("no fault recognised in " + text.lines().count() + " lines");
        } else {
            faults.forEach(f -> print(out, f));
        }
        return faults.isEmpty() ? RayllmMain.REFUSED : 0;
    }

    /** Nobody says what the text is, so it is looked at as each of the two kinds that a file can hold. */
    private static List<Finding> diagnose(String text) {
        return Diagnoser.builtIn().diagnose(new Evidence(List.of(new Statement(Source.LOG, null, text),
                new Statement(Source.CONTAINER, null, text))));
    }

    private static void print(PrintWriter out, View fault) {
        out.println(fault.code() + ": " + fault.message());
        out.println("  What to do: " + fault.remedy());
    }
}
