package dev.rayllm.operator.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Does once what usual calls do, and prints nothing. The launcher runs it after a build to have the JVM archive the
 * classes that it loads, so that later calls start quickly.
 */
@Command(name = "warm-up", hidden = true, description = "Load what usual calls need.")
final class WarmUpCommand implements Runnable {

    private static final List<String> INPUTS = List.of("/cli/warm-up.yaml", "/cli/warm-up-refused.yaml");
    private static final List<String[]> CALLS = List.of(
            new String[] {"plan", "-f", "-"}, new String[] {"plan", "-f", "-", "-o", "json"},
            new String[] {"render", "-f", "-"}, new String[] {"validate", "-f", "-"});

    @Override
    public void run() {
        InputStream stdin = System.in;
        try {
            for (String input : INPUTS) {
                for (String[] call : CALLS) {
                    System.setIn(WarmUpCommand.class.getResourceAsStream(input));
                    silently(call);
                }
            }
        } finally {
            System.setIn(stdin);
        }
        silently("profiles");
        silently("gpus");
        silently("runtimes");
        silently("version");
    }

    private static void silently(String... call) {
        try (PrintWriter nowhere = new PrintWriter(Writer.nullWriter())) {
            CommandLine line = RayllmMain.commandLine();
            line.setOut(nowhere).setErr(nowhere).execute(call);
        }
    }
}
