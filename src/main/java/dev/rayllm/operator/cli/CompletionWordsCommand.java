package dev.rayllm.operator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What may stand in place of the last word of a line, one a line: kubectl asks so for the words of a plugin. */
@Command(name = "completion-words", hidden = true, description = "Print what may follow.")
final class CompletionWordsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "The line so far, after the program's name.")
    private String[] words = {};

    @Override
    public Integer call() {
        String[] line = words.length == 0 ? new String[] {""} : words;
        String typed = line[line.length - 1];
        List<CharSequence> rests = new ArrayList<>();
        AutoComplete.complete(spec.root(), line, line.length - 1, typed.length(), 0, rests);
        CommandLine commandLine = spec.commandLine();
        rests.stream().map(rest -> typed + rest).filter(word -> !hidden(word)).sorted()
                .forEach(commandLine.getOut()::println);
        return 0;
    }

    private boolean hidden(String word) {
        CommandLine command = spec.root().subcommands().get(word);
        return command != null && command.getCommandSpec().usageMessage().hidden();
    }
}
