package dev.rayllm.operator.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line: the operator's planning and rendering over files. Three commands look at a cluster. */
@Command(name = "rayllm", description = {
        "Plans, renders and validates LlmDeployments without a cluster.", ""},
        footer = {"", "Exit code: 0 done, 1 refused (with the reason), 2 wrong usage.",
                "Start with: rayllm plan -f examples/"},
        subcommands = {PlanCommand.class, RenderCommand.class, ValidateCommand.class, ProfilesCommand.class,
                ProfileCommand.class, GpusCommand.class, RuntimesCommand.class, EstimateCommand.class, DiagnoseCommand.class,
                StatusCommand.class, HistoryCommand.class, RollbackCommand.class,
                CompletionCommand.class, CompletionWordsCommand.class, VersionCommand.class, WarmUpCommand.class})
public final class RayllmMain implements Runnable {

    static final int REFUSED = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
    private boolean help;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show the stack trace of an unexpected error.")
    private boolean debug;

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        // Not System.out, which keeps to itself that a disk is full.
        var stdout = new CheckedOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(new OutputStreamWriter(stdout, StandardCharsets.UTF_8));
        PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        int code = commandLine().setOut(out).setErr(err).execute(args);
        out.flush();
        if (stdout.problem() != null) {
            // Who closes a pipe early, as head does, has what he wanted.
            if (!stdout.pipeClosed()) {
                err.println("rayllm: cannot write the output: " + stdout.problem());
            }
            code = code == 0 ? REFUSED : code;
        }
        err.flush();
        System.exit(code);
    }

    /** The commands, for a caller that sets its own output. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new RayllmMain());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(false);
        line.setUsageHelpWidth(100);
        line.setExecutionStrategy(parsed -> {
            line.setOut(new PlainWriter(line.getOut())).setErr(new PlainWriter(line.getErr()));
            return new CommandLine.RunLast().execute(parsed);
        });
        line.setExecutionExceptionHandler((exception, failed, parsed) -> failure(exception, failed, parsed));
        return line;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "name a command");
    }

    private static int failure(Exception exception, CommandLine failed, CommandLine.ParseResult parsed) {
        PrintWriter err = failed.getErr();
        if (exception instanceof UsageProblem) {
            err.println("rayllm: " + exception.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        err.println("rayllm: unexpected error: " + exception + " (--debug shows where; please report it)");
        if (((RayllmMain) failed.getCommandSpec().root().userObject()).debug) {
            exception.printStackTrace(err);
        }
        return REFUSED;
    }
}
