package dev.rayllm.operator.runtime;

import io.fabric8.kubernetes.client.Config;
import io.quarkus.kubernetes.client.KubernetesConfigCustomizer;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Names the operator in the API server's audit log. */
@Singleton
public class UserAgent implements KubernetesConfigCustomizer {

    private final String version;

    UserAgent(@ConfigProperty(name = "quarkus.application.version") String version) {
        this.version = version;
    }

    @Override
    public void customize(Config config) {
        config.setUserAgent("rayllm-operator/" + version);
    }
}
