package dev.rayllm.operator.deploy;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** helm with our chart. Its own files are kept in target/, never in those of the user who runs the tests. */
final class Helm {

    static final String CHART = "helm/rayllm-operator";
    static final String RELEASE = "rayllm";
    static final String NAMESPACE = "rayllm-system";

    private static final Path HOME = Path.of("target/helm").toAbsolutePath();

    private final Map<String, String> environment;

    private Helm(String kubeconfig) {
        environment = Map.of("KUBECONFIG", kubeconfig, "NO_PROXY", "127.0.0.1", "HELM_CACHE_HOME", HOME + "/cache",
                "HELM_CONFIG_HOME", HOME + "/config", "HELM_DATA_HOME", HOME + "/data");
    }

    /** Without a cluster. */
    static Helm offline() {
        return new Helm(HOME + "/no-cluster");
    }

    static Helm on(Path kubeconfig) {
        return new Helm(kubeconfig.toString());
    }

    /** What the chart becomes with some values, for a Kubernetes version that does not change with the tool. */
    Tool.Result template(Path values) {
        return run("template", RELEASE, CHART, "--namespace", NAMESPACE, "--kube-version", "1.33.0", "-f",
                values.toString());
    }

    Tool.Result run(String... arguments) {
        return Tool.named("helm").result(environment, arguments);
    }

    /** A command about our release in its namespace, which has to work; returns what it prints. */
    String release(String command, String... arguments) {
        String[] all = Stream.concat(Stream.of(command, RELEASE, "--namespace", NAMESPACE), Stream.of(arguments))
                .toArray(String[]::new);
        return Tool.named("helm").output(environment, all);
    }
}
