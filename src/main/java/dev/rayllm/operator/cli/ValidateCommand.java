package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.PlanSummary;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks files as the API server and the operator would. */
@Command(name = "validate", description = {"Check files against schema, rules and planning; for CI and pre-commit hooks.",
        "What passes here is taken by the API server and accepted by the operator."})
final class ValidateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;
    @Mixin
    private FilesOption files;
    @Mixin
    private PlanningOptions planning;
    @Mixin
    private FormatOption format;

    /**
     * One element of the list that {@code -o json} and {@code -o yaml} write.
     *
     * @param valid    whether it passes
     * @param summary  the plan in one line, for a deployment that passes
     * @param warnings what works but deserves a second look
     * @param findings what is wrong
     */
    record View(String file, int document, String kind, String name, boolean valid, String summary,
            List<String> warnings, List<PlanView.FindingView> findings) {

        static View of(Entry entry) {
            List<PlanView.FindingView> findings = new ArrayList<>(PlanView.findings(entry));
            String summary = null;
            List<String> warnings = List.of();
            if (entry.outcome() instanceof Outcome.Rejected r) {
                findings.add(new PlanView.FindingView(r.field(), r.message() + (r.remedy().isEmpty() ? "" : ". " + r.remedy())));
            } else if (entry.outcome() instanceof Outcome.Planned planned) {
                summary = PlanSummary.of(planned.plan()).summary();
                warnings = planned.plan().warnings();
            }
            return new View(entry.file(), entry.document(), entry.kind(), entry.name(), entry.accepted(), summary, warnings,
                    findings);
        }
    }

    @Override
    public Integer call() {
        List<Entry> entries = Batch.of(files.read(), planning, List.of());
        PrintWriter out = spec.commandLine().getOut();
        if (format.table()) {
            entries.forEach(entry -> print(entry, out));
            long refused = entries.stream().filter(entry -> !entry.accepted()).count();
            out.println(entries.size() + (entries.size() == 1 ? " document: " : " documents: ") + (entries.size() - refused)
                    + " ok, " + refused + " refused");
        } else {
            format.write(out, entries.stream().map(View::of).toList());
        }
        return entries.stream().allMatch(Entry::accepted) ? 0 : RayllmMain.REFUSED;
    }

    private static void print(Entry entry, PrintWriter out) {
        View view = View.of(entry);
        if (!entry.accepted()) {
            entry.refusals().forEach(line -> out.println("refused  " + line));
            return;
        }
        out.println("ok       " + entry.file() + ": " + entry.kind() + " " + entry.name()
                + (view.summary() == null ? "" : ": " + view.summary()));
        view.warnings().forEach(warning -> out.println("         warning: " + warning));
    }
}
