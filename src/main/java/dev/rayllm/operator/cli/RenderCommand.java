package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.render.Children;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the objects that the operator would apply. */
@Command(name = "render", description = {"Print exactly the objects that the operator would apply, in that order.",
        "Nothing is printed when anything in the input is refused."})
final class RenderCommand implements Callable<Integer> {

    /** Forms of objects. */
    enum ObjectFormat { yaml, json }

    @Spec
    private CommandSpec spec;
    @Mixin
    private FilesOption files;
    @Mixin
    private PlanningOptions planning;

    @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", defaultValue = "yaml",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}. yaml writes documents, json a list.")
    private ObjectFormat format;

    @Override
    public Integer call() {
        List<Entry> entries = Batch.of(files.read(), planning, List.of());
        PrintWriter err = spec.commandLine().getErr();
        List<HasMetadata> children = new ArrayList<>();
        for (Entry entry : entries) {
            entry.refusals().forEach(line -> err.println("refused: " + line));
            if (entry.outcome() instanceof Outcome.Planned planned) {
                children.addAll(Children.of(entry.deployment(), planned.plan()));
            }
        }
        if (!entries.stream().allMatch(Entry::accepted)) {
            return RayllmMain.REFUSED;
        }
        spec.commandLine().getOut().print(format == ObjectFormat.json ? Trees.json(children) : Trees.documents(children));
        return 0;
    }
}
