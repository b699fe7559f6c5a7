package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.Outcome;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what the operator would decide, and why. */
@Command(name = "plan", description = "Show the plan of each LlmDeployment: hardware, engine settings, memory, cost, reasons.")
final class PlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;
    @Mixin
    private FilesOption files;
    @Mixin
    private PlanningOptions planning;
    @Mixin
    private FormatOption format;
    @Mixin
    private EstimateOptions estimate;

    @Option(names = "--gpu", paramLabel = "NAME", split = ",", arity = "1..*",
            description = "Accept these GPU models in place of those of the deployments. See `rayllm gpus`.")
    private List<String> gpus = List.of();

    @Option(names = "--all", description = "List every option that was left, not only the nearest.")
    private boolean all;

    @Override
    public Integer call() {
        estimate.check();
        List<Entry> entries = Batch.of(files.read(), planning, gpus);
        PrintWriter out = spec.commandLine().getOut();
        if (format.table()) {
            print(entries, out, spec.commandLine().getErr());
        } else {
            format.write(out, entries.stream().filter(e -> e.deployment() != null || !e.accepted())
                    .map(entry -> PlanView.of(entry, estimate)).toList());
        }
        return entries.stream().allMatch(Entry::accepted) ? 0 : RayllmMain.REFUSED;
    }

    private void print(List<Entry> entries, PrintWriter out, PrintWriter err) {
        boolean first = true;
        for (Entry entry : entries) {
            if (entry.outcome() instanceof Outcome.Planned planned) {
                out.print((first ? "" : "\n") + new PlanText(entry.deployment(), planned.plan(), all, estimate).text());
                first = false;
            } else if (!entry.accepted()) {
                out.flush();
                entry.refusals().forEach(line -> err.println("refused: " + line));
                if (entry.outcome() instanceof Outcome.Rejected rejected) {
                    err.print(PlanText.options(rejected.options(), all, "  What was weighed"));
                }
                err.flush();
            }
        }
        if (entries.stream().allMatch(e -> e.deployment() == null && e.accepted())) {
            err.println("rayllm: there is no LlmDeployment in the input, only ModelProfiles");
        }
    }
}
