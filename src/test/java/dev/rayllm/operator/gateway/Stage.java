package dev.rayllm.operator.gateway;

import java.nio.file.Path;
import javax.net.ServerSocketFactory;

/** A model, a provider with TLS, and the gateway in front of both. */
final class Stage implements AutoCloseable {

    static final String PROVIDER = "baseUrl: 'https://provider.test/v1', model: vendor-big, apiKeySecretRef: {name: p, key: k}";

    final FakeServer local;
    final FakeServer external;
    final EnvoyGateway gateway;
    final Caller caller;

    private Stage(Path folder, String spec, String host, boolean keyed) {
        Certificates certificates = Certificates.of(host == null ? EnvoyGateway.PROVIDER : host, folder);
        local = new FakeServer("local", ServerSocketFactory.getDefault()).model(Caller.MODEL);
        external = new FakeServer("external", host == null ? ServerSocketFactory.getDefault() : certificates.sockets()).model("vendor-big-2026");
        gateway = keyed ? EnvoyGateway.start(folder, certificates.authority(), local, external, spec)
                : EnvoyGateway.startWithoutKey(folder, certificates.authority(), local, external, spec);
        caller = new Caller(gateway.front("/v1/chat/completions"));
    }

    /** With a fallback block of these fields beside {@link #PROVIDER}. */
    static Stage with(Path folder, String fields) {
        return new Stage(folder, spec(fields), EnvoyGateway.PROVIDER, true);
    }

    /** With this whole spec. */
    static Stage withSpec(Path folder, String spec) {
        return new Stage(folder, spec, EnvoyGateway.PROVIDER, true);
    }

    /** As {@link #with}, before the Secret of the provider's key is there. */
    static Stage withoutKey(Path folder, String fields) {
        return new Stage(folder, spec(fields), EnvoyGateway.PROVIDER, false);
    }

    /** As {@link #with}, but the provider shows the certificate of another host. */
    static Stage withCertificateOf(Path folder, String host, String fields) {
        return new Stage(folder, spec(fields), host, true);
    }

    /** With this whole spec, and a provider without TLS. */
    static Stage plain(Path folder, String spec) {
        return new Stage(folder, spec, null, true);
    }

    static String spec(String fields) {
        return "fallback: {" + PROVIDER + (fields.isEmpty() ? "" : ", " + fields) + "}";
    }

    @Override
    public void close() {
        gateway.close();
        local.close();
        external.close();
    }
}
