package dev.rayllm.operator.cli;

import dev.rayllm.operator.api.v1alpha1.Api;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.ProfileDefaults;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.ModelTable;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the profile table. */
@Command(name = "profiles", description = {"List the models that model.profile can name.",
        "With a name, alias or repository: that row as a ModelProfile, to read, or to change and apply."})
final class ProfilesCommand implements Callable<Integer> {

    private static final int SUGGESTIONS = 3;
    private static final int NAMED_GPUS = 3;
    private static final double GIB = 1L << 30;

    @Spec
    private CommandSpec spec;
    @Mixin
    private FormatOption format;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name, alias or repository of a row.")
    private String name;

    /** A row as the object that would add it. */
    record View(String apiVersion, String kind, Map<String, String> metadata, ModelProfileSpec spec) {

        static View of(ModelRow row) {
            return new View(Api.API_VERSION, "ModelProfile", Map.of("name", row.name()), row.spec());
        }
    }

    @Override
    public Integer call() {
        ModelTable table = Catalog.builtIn().models();
        if (name == null) {
            if (format.table()) {
                spec.commandLine().getOut().print(overview(table.list()));
            } else {
                format.write(spec.commandLine().getOut(), table.list().stream().map(View::of).toList());
            }
            return 0;
        }
        Optional<ModelRow> row = table.find(name);
        if (row.isEmpty()) {
            List<String> near = table.nearest(name, SUGGESTIONS);
            spec.commandLine().getErr().println("refused: '" + name + "' is not in the profile table"
                    + (near.isEmpty() ? "" : "; nearest: " + String.join(", ", near)) + ". `rayllm profiles` lists all");
            return RayllmMain.REFUSED;
        }
        if (format.table()) {
            spec.commandLine().getOut().print(Trees.yaml(View.of(row.get())));
        } else {
            format.write(spec.commandLine().getOut(), View.of(row.get()));
        }
        return 0;
    }

    private static String overview(List<ModelRow> rows) {
        TextTable text = new TextTable("PROFILE", "REPOSITORY", "WEIGHTS GIB", "CONTEXT", "MAXIMUM", "TOOLS", "REASONING",
                "GPUS");
        for (ModelRow row : rows) {
            ModelProfileSpec s = row.spec();
            Optional<ProfileDefaults> d = Optional.ofNullable(s.defaults());
            text.row(row.name(), s.id(),
                    Figures.one(s.weights() != null && s.weights().bytes() != null ? s.weights().bytes() / GIB
                            : MemoryModel.standard().checkpointGib(s.architecture())),
                    d.map(ProfileDefaults::contextLength).orElse(null), s.architecture().maxPositionEmbeddings(),
                    d.map(ProfileDefaults::toolCallParser).orElse(null),
                    d.map(ProfileDefaults::reasoningParser).orElse(null), gpus(s.gpus()));
        }
        return text.text("");
    }

    private static String gpus(List<String> gpus) {
        if (gpus.isEmpty()) {
            return "all that fit";
        }
        int shown = Math.min(NAMED_GPUS, gpus.size());
        return String.join(", ", gpus.subList(0, shown)) + (shown < gpus.size() ? " and " + (gpus.size() - shown) + " more" : "");
    }
}
