package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The packaged operator as a process of its own, with a service account of its own, so that it can be killed and so that the
 * audit log tells its writes from all others.
 */
public final class OperatorProcess implements AutoCloseable {

    private static final Path JAR = ClusterScript.repository().resolve("target/quarkus-app/quarkus-run.jar");
    private static final String NAMESPACE = "default";
    private static final long TOKEN_SECONDS = 86_400;

    private final String account;
    private final ApiServer server;
    private final Map<String, String> environment = new TreeMap<>();
    private final Path log;
    private Process process;

    /**
     * An operator that is not started yet.
     *
     * @param server      where its account is made, and its writes are seen
     * @param url         where it finds the API server: {@link FaultProxy#url()}, or null for the server itself
     * @param account     name of its service account, which may do all
     * @param environment what is set beside the connection
     */
    public OperatorProcess(ApiServer server, String url, String account, Map<String, String> environment) {
        if (!Files.isRegularFile(JAR)) {
            throw new IllegalStateException(JAR + " is not there: run make build first");
        }
        this.server = server;
        this.account = account;
        this.log = server.directory().resolve("logs").resolve(account + ".log");
        this.environment.putAll(environment);
        this.environment.put("KUBECONFIG", kubeconfig(url).toString());
        this.environment.put("HOSTNAME", account);
        this.environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
        this.environment.put("QUARKUS_HTTP_PORT", "0");
    }

    private Path kubeconfig(String url) {
        Config config = Config.fromKubeconfig(server.kubeconfig().toFile());
        try (KubernetesClient admin = server.client()) {
            admin.resource("---\n{apiVersion: v1, kind: ServiceAccount, metadata: {name: %s, namespace: %s}}"
                    .formatted(account, NAMESPACE)).serverSideApply();
            admin.resource(("---\n{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: %1$s},"
                    + " roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin},"
                    + " subjects: [{kind: ServiceAccount, name: %1$s, namespace: %2$s}]}").formatted(account, NAMESPACE))
                    .serverSideApply();
            String token = admin.serviceAccounts().inNamespace(NAMESPACE).withName(account).tokenRequest(
                    new TokenRequestBuilder().withNewSpec().withExpirationSeconds(TOKEN_SECONDS).endSpec().build())
                    .getStatus().getToken();
            String cluster = url == null ? "{server: '%s', certificate-authority-data: '%s'}"
                    .formatted(config.getMasterUrl(), config.getCaCertData()) : "{server: '%s'}".formatted(url);
            return Files.writeString(server.directory().resolve(account + ".kubeconfig"), """
                    apiVersion: v1
                    kind: Config
                    current-context: c
                    clusters: [{name: c, cluster: %s}]
                    users: [{name: u, user: {token: '%s'}}]
                    contexts: [{name: c, context: {cluster: c, user: u}}]
                    """.formatted(cluster, token));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it; again after it was killed. */
    public void start() {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-jar", JAR.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it with SIGKILL, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Whether it runs. */
    public boolean alive() {
        return process != null && process.isAlive();
    }

    /** Its output, of all its lives. */
    public Path log() {
        return log;
    }

    /** Its writes so far, from the audit log, without events, the lease and questions about rights. */
    public List<String> writes() {
        String user = "\"username\":\"system:serviceaccount:" + NAMESPACE + ":" + account + "\"";
        try (var lines = Files.lines(server.auditLog())) {
            return lines.filter(l -> l.contains(user) && l.matches(".*\"verb\":\"(create|update|patch|delete)\".*")
                    && !l.contains("authorization.k8s.io/v1/") && !l.contains("\"resource\":\"events\"") && !l.contains("\"resource\":\"leases\"")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (alive()) {
            kill();
        }
    }
}
