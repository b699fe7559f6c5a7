package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which cluster, with the names that kubectl has for it. */
final class ClusterOptions {

    private static final int CONNECT_MILLIS = 10_000;

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", description = "Namespace; default that of the context.")
    private String namespace;

    @Option(names = "--context", paramLabel = "NAME", description = "Context of the kubeconfig; default the current one.")
    private String context;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "Kubeconfig; default $KUBECONFIG or ~/.kube/config.")
    private Path kubeconfig;

    /** A client for the cluster that was named. The caller closes it. */
    KubernetesClient client() {
        Config config = new ConfigBuilder(config()).withConnectionTimeout(CONNECT_MILLIS).withRequestTimeout(CONNECT_MILLIS)
                .withRequestRetryBackoffLimit(0).build();
        if (namespace != null) {
            config.setNamespace(namespace);
        } else if (config.getNamespace() == null) {
            config.setNamespace("default");
        }
        return new KubernetesClientBuilder().withConfig(config)
                .withKubernetesSerialization(new KubernetesSerialization(new ObjectMapper(), false)).build();
    }

    private Config config() {
        if (kubeconfig != null && !Files.isReadable(kubeconfig)) {
            throw new UsageProblem("--kubeconfig " + kubeconfig + ": there is no such file to read");
        }
        try {
            Config config = kubeconfig == null ? Config.autoConfigure(context)
                    : Config.fromKubeconfig(context, kubeconfig.toFile());
            if (context != null && (config.getCurrentContext() == null
                    || !context.equals(config.getCurrentContext().getName()))) {
                throw new UsageProblem("--context " + context + ": the kubeconfig has no such context;"
                        + " `kubectl config get-contexts` lists them");
            }
            return config;
        } catch (KubernetesClientException e) {
            throw new UsageProblem("the kubeconfig cannot be used: " + e.getMessage());
        }
    }
}
