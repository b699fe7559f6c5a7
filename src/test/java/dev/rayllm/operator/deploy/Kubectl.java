package dev.rayllm.operator.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;

/** The kubectl that hack/cluster.sh finds or builds. It builds kustomizations, and needs no cluster for that. */
final class Kubectl {

    private static String path;

    private Kubectl() {
    }

    /** The objects of a kustomization, as maps. */
    static List<Map<String, Object>> kustomize(String folder) {
        return documents(run(path(), "kustomize", folder));
    }

    /** The documents of a text in YAML. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> documents(String yaml) {
        return StreamSupport.stream(new Yaml().loadAll(yaml).spliterator(), false)
                .map(document -> (Map<String, Object>) document).toList();
    }

    private static synchronized String path() {
        if (path == null) {
            path = run("bash", "hack/cluster.sh", "which", "kubectl").strip();
        }
        return path;
    }

    private static String run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed");
            }
            return output;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
