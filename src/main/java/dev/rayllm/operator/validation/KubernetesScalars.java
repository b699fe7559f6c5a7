package dev.rayllm.operator.validation;

import java.util.Locale;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Makes a truth value of each word that {@link KubernetesYaml} takes for one; the parser's own list lacks y and n. */
final class KubernetesScalars extends SafeConstructor {

    private static final Set<String> TRUE = Set.of("y", "yes", "true", "on");

    KubernetesScalars(LoaderOptions options) {
        super(options);
        yamlConstructors.put(Tag.BOOL, new Truth());
    }

    private static final class Truth extends AbstractConstruct {

        @Override
        public Object construct(Node node) {
            return TRUE.contains(((ScalarNode) node).getValue().toLowerCase(Locale.ROOT));
        }
    }
}
