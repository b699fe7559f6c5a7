package dev.rayllm.operator.cli;

import dev.rayllm.operator.api.v1alpha1.Api;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.catalog.huggingface.HuggingFaceFiles;
import dev.rayllm.operator.catalog.huggingface.Imported;
import dev.rayllm.operator.catalog.huggingface.UnusableFile;
import dev.rayllm.operator.plan.sizing.CheckpointSize;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a ModelProfile from the files of a model on Hugging Face. */
@Command(name = "import", description = {"Make a ModelProfile from a model's config.json and, for the exact size of its weights,"
        + " its model.safetensors.index.json.", "The profile goes to standard output; what it cannot say goes to standard error,"
        + " and into its notes.", "", "  rayllm profile import config.json model.safetensors.index.json --id acme/chat-8b > acme.yaml"})
final class ProfileImportCommand implements Callable<Integer> {

    /** Forms of a profile. */
    enum ProfileFormat { yaml, json }

    private static final int MEBI = 1 << 20;
    private static final int MOST_CONFIG = MEBI;
    private static final int MOST_FURTHER = 64 * MEBI;
    private static final int MOST_ANY = 512 * MEBI;
    private static final int LONGEST_NAME = 63;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "CONFIG", description = "config.json of the model, or - for standard input.")
    private String config;

    @Parameters(index = "1..*", arity = "0..2", paramLabel = "FILE", description = "model.safetensors.index.json, and for builds of"
            + " NVIDIA's ModelOpt hf_quant_config.json. Which file is which, its content says.")
    private List<Path> further = List.of();

    @Option(names = "--id", paramLabel = "OWNER/NAME", description = "Repository; needed unless the config names it.")
    private String id;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the profile; default: the repository's, in lower case.")
    private String name;

    @Option(names = "--any-size", description = "Read files of any size. Some builds list every matrix in their config.")
    private boolean anySize;

    @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", defaultValue = "yaml",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private ProfileFormat format;

    /** A profile as it is applied. */
    record View(String apiVersion, String kind, Map<String, String> metadata, ModelProfileSpec spec) {
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            HuggingFaceFiles files = new HuggingFaceFiles(config.equals(InputFile.STDIN) ? "standard input" : config,
                    read(config, MOST_CONFIG));
            further.forEach(file -> files.add(file.toString(), read(file.toString(), MOST_FURTHER)));
            String repository = id != null ? id : files.ownId();
            if (repository == null) {
                throw new UsageProblem("the config does not name its repository: give --id OWNER/NAME");
            }
            return write(files.profile(repository), name != null ? name : nameOf(repository), err);
        } catch (UnusableFile e) {
            err.println("refused: " + e.getMessage());
            return RayllmMain.REFUSED;
        }
    }

    private int write(Imported imported, String name, PrintWriter err) {
        imported.faults().forEach(fault -> err.println("refused: " + fault));
        imported.unknown().forEach(text -> err.println((imported.faults().isEmpty() ? "not known: " : "also not known: ") + text));
        if (!imported.faults().isEmpty()) {
            return RayllmMain.REFUSED;
        }
        imported.assumed().forEach(text -> err.println("assumed: " + text));
        CheckpointSize size = MemoryModel.standard().checkpointSize(imported.spec().architecture(), imported.spec().weights());
        size.warning().ifPresent(text -> err.println("warning: " + text));
        View view = new View(Api.API_VERSION, "ModelProfile", Map.of("name", name), imported.spec());
        String text = format == ProfileFormat.json ? Trees.json(view) : Trees.yaml(view);
        List<String> findings = ProfileCheck.findings(text);
        findings.forEach(finding -> err.println("refused: " + finding));
        if (!findings.isEmpty()) {
            return RayllmMain.REFUSED;
        }
        spec.commandLine().getOut().print(text);
        return 0;
    }

    private byte[] read(String file, int most) {
        int limit = anySize ? MOST_ANY : most;
        byte[] bytes = InputFile.read(file, limit + 1);
        if (bytes.length > limit) {
            throw new UnusableFile(file + " is larger than " + limit / MEBI + " MiB" + (anySize ? ""
                    : ", which hardly any file of this kind is; --any-size reads it all the same"));
        }
        return bytes;
    }

    /** A repository's own name as Kubernetes takes it. */
    private static String nameOf(String repository) {
        String plain = repository.substring(repository.indexOf('/') + 1).toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9.-]+", "-").replaceAll("[.-]*\\.[.-]*", ".");
        String cut = plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME);
        return cut.replaceAll("^[^a-z0-9]+|[^a-z0-9]+$", "");
    }
}
