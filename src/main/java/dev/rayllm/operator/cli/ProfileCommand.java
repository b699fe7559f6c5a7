package dev.rayllm.operator.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with one row of the profile table. */
@Command(name = "profile", description = "Make a ModelProfile. `rayllm profiles` lists those that there are.",
        subcommands = ProfileImportCommand.class)
final class ProfileCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name what to do: import");
    }
}
