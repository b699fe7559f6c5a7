package dev.rayllm.operator.deploy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;

/** kubectl builds kustomizations, and needs no cluster for that. */
final class Kubectl {

    private Kubectl() {
    }

    /** The objects of a kustomization, as maps. */
    static List<Map<String, Object>> kustomize(String folder) {
        return documents(Tool.named("kubectl").output(Map.of(), "kustomize", folder));
    }

    /** The documents of a text in YAML. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> documents(String yaml) {
        return StreamSupport.stream(new Yaml().loadAll(yaml).spliterator(), false).filter(Objects::nonNull)
                .map(document -> (Map<String, Object>) document).toList();
    }
}
