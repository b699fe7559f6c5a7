package dev.rayllm.operator.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the completion script of a shell. */
@Command(name = "completion", description = {"Print the completion script of a shell.",
        "bash: source <(rayllm completion bash); zsh the same, in ~/.zshrc.",
        "For kubectl rayllm: put kubectl_complete-rayllm on the PATH, beside kubectl-rayllm."})
final class CompletionCommand implements Callable<Integer> {

    /** Shells of which there is a script: one serves both. */
    enum Shell { bash, zsh }

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1", paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("rayllm", spec.root().commandLine()));
        return 0;
    }
}
