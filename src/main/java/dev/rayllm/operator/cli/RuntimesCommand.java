package dev.rayllm.operator.cli;

import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.catalog.RuntimeTable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the runtime table. */
@Command(name = "runtimes", description = "List the pairs of Ray and vLLM that engine.runtime can name, with their images.")
final class RuntimesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;
    @Mixin
    private FormatOption format;

    /** One element of the list that {@code -o json} and {@code -o yaml} write. */
    record View(String name, String rayVersion, String vllmVersion, String image, boolean standard) {
    }

    @Override
    public Integer call() {
        RuntimeTable table = Catalog.builtIn().runtimes();
        List<View> rows = table.list().stream().map(row -> view(row, row.equals(table.standard()))).toList();
        if (!format.table()) {
            format.write(spec.commandLine().getOut(), rows);
            return 0;
        }
        TextTable text = new TextTable("RUNTIME", "RAY", "VLLM", "DEFAULT", "IMAGE");
        rows.forEach(r -> text.row(r.name(), r.rayVersion(), r.vllmVersion(), r.standard() ? "yes" : "", r.image()));
        spec.commandLine().getOut().print(text.text(""));
        return 0;
    }

    private static View view(Runtime row, boolean standard) {
        return new View(row.name(), row.rayVersion(), row.vllmVersion().toString(), row.image(), standard);
    }
}
