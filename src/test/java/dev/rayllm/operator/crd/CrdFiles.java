package dev.rayllm.operator.crd;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The CustomResourceDefinitions of our kinds, made from the records of {@code api.v1alpha1}. {@code make crds} runs
 * {@link #main} and commits what it writes; {@link CrdFilesTest} fails when the files and the records differ.
 */
public final class CrdFiles {

    /** Where the files are, relative to the project. */
    public static final Path DIRECTORY = Path.of("crds");

    private static final List<Class<? extends HasMetadata>> KINDS = List.of(LlmDeployment.class, ModelProfile.class);
    private static final String HEADER = """
            # Written by `make crds` from the records in src/main/java/dev/rayllm/operator/api. Edit those, not this file.
            """;
    private static final int LINE_WIDTH = 120;

    private CrdFiles() {
    }

    /** Writes all files into {@link #DIRECTORY}. */
    public static void main(String[] args) throws IOException {
        Files.createDirectories(DIRECTORY);
        for (Map.Entry<String, String> file : generate().entrySet()) {
            Path path = DIRECTORY.resolve(file.getKey());
            Files.writeString(path, file.getValue());
            System.out.println("wrote " + path);
        }
    }

    /** Text of each file by its name: plural and group of the kind, and {@code .yaml}. */
    public static SortedMap<String, String> generate() {
        SortedMap<String, String> files = new TreeMap<>();
        for (Class<? extends HasMetadata> kind : KINDS) {
            Map<String, Object> crd = CrdFinish.finish(raw(kind), kind, projectVersion());
            files.put(HasMetadata.getFullResourceName(kind) + ".yaml", HEADER + yaml(crd));
        }
        return files;
    }

    private static Map<String, Object> raw(Class<? extends HasMetadata> kind) {
        Captured captured = new Captured();
        new CRDGenerator().withOutput(captured).customResourceClasses(List.of(kind)).forCRDVersions("v1").generate();
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(captured.text());
    }

    private static String yaml(Map<String, Object> crd) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setIndicatorIndent(2);
        options.setIndentWithIndicator(true);
        options.setSplitLines(false);
        options.setWidth(LINE_WIDTH);
        options.setAllowUnicode(true);
        return new Yaml(options).dump(crd);
    }

    private static String projectVersion() {
        try (InputStream in = CrdFiles.class.getResourceAsStream("/rayllm.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps in memory what the generator writes for one kind. */
    private static final class Captured extends CRDGenerator.AbstractCRDOutput<ByteArrayOutputStream> {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        protected ByteArrayOutputStream createStreamFor(String crdName) {
            return bytes;
        }

        String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
