package dev.rayllm.operator.gateway;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.gateway.Gateways;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.opentest4j.TestAbortedException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The real Envoy with the files that are rendered for a deployment. Nothing in them is changed but what only a cluster
 * has: host names and ports become ports of the loopback address, and paths of mounted folders become folders here.
 */
final class EnvoyGateway implements AutoCloseable {

    /** Provider of the tests; its name is in no DNS. */
    static final String PROVIDER = "provider.test";

    private static final Planner PLANNER = new Planner(Catalog.builtIn(), PlannerSettings.standard());
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static String binary;

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Path folder;
    private final Path authority;
    private final Volume config;
    private final Volume key;
    private Process process;

    private EnvoyGateway(Path folder, Path authority, FakeServer local, FakeServer external) {
        this.folder = folder;
        this.authority = authority;
        this.config = new Volume(folder.resolve("config"));
        this.key = new Volume(folder.resolve("key"));
        ports.put("0.0.0.0:8080", freePort());
        ports.put("0.0.0.0:9090", freePort());
        ports.put("127.0.0.1:9901", freePort());
        ports.put("m-serve-svc.llm.svc:8000", local.port());
        ports.put(PROVIDER + ":443", external.port());
        ports.put(PROVIDER + ":80", external.port());
    }

    /** Starts Envoy for a fallback block, in YAML's flow style, and waits until it takes requests. */
    static EnvoyGateway start(Path folder, Path authority, FakeServer local, FakeServer external, String spec) {
        EnvoyGateway gateway = new EnvoyGateway(folder, authority, local, external);
        gateway.key.swap(Map.of("api-key", "provider-key"));
        gateway.configure(spec, false);
        gateway.launch();
        return gateway;
    }

    /** As {@link #start}, before the Secret of the provider's key is there. */
    static EnvoyGateway startWithoutKey(Path folder, Path authority, FakeServer local, FakeServer external, String spec) {
        EnvoyGateway gateway = new EnvoyGateway(folder, authority, local, external);
        gateway.key.swap(Map.of());
        gateway.configure(spec, false);
        gateway.launch();
        return gateway;
    }

    /** Swaps the ConfigMap for what is rendered now. */
    EnvoyGateway configure(String spec, boolean diverted) {
        config.swap(mapped(rendered(spec, diverted)));
        return this;
    }

    /** Swaps the ConfigMap for these files. */
    void configureWith(Map<String, String> files) {
        config.swap(files);
    }

    /** Files as Envoy gets them here. */
    Map<String, String> files(String spec) {
        return mapped(rendered(spec, false));
    }

    /** Swaps the Secret for another key. */
    void key(String value) {
        key.swap(Map.of("api-key", value));
    }

    URI front(String path) {
        return URI.create("http://127.0.0.1:" + ports.get("0.0.0.0:8080") + path);
    }

    String ops(String path) {
        return get(ports.get("0.0.0.0:9090"), path).body();
    }

    HttpResponse<String> opsResponse(String path) {
        return get(ports.get("0.0.0.0:9090"), path);
    }

    String admin(String path) {
        return get(ports.get("127.0.0.1:9901"), path).body();
    }

    /** A counter or gauge by its dotted name; zero before it exists. */
    long stat(String name) {
        return admin("/stats?filter=%5E" + name.replace(".", "%5C.") + "%24").lines().filter(l -> l.startsWith(name + ": "))
                .mapToLong(l -> Long.parseLong(l.substring(name.length() + 2))).findFirst().orElse(0);
    }

    /** CPU time of Envoy so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    String log() {
        try {
            return Files.readString(folder.resolve("envoy.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private void launch() {
        try {
            process = new ProcessBuilder(binary(), "-c", config.folder().resolve("bootstrap.yaml").toString(),
                    "--concurrency", "2", "--drain-time-s", "60", "--disable-hot-restart", "--log-level", "warning")
                    .redirectErrorStream(true).redirectOutput(folder.resolve("envoy.log").toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50)).until(() -> {
                if (!process.isAlive()) {
                    throw new IllegalStateException("Envoy ended: " + log());
                }
                return ready();
            });
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private boolean ready() {
        try {
            return ops("/ready").startsWith("LIVE") && stat("cluster.local.membership_total") == 1;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private static Map<String, String> rendered(String spec, boolean diverted) {
        LlmDeployment deployment = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment,"
                + " metadata: {name: m, namespace: llm}, spec: {model: {profile: mistral-7b-instruct, servedName:"
                + " acme/chat}, " + spec + "}}", LlmDeployment.class);
        Outcome outcome = PLANNER.plan(deployment);
        if (outcome instanceof Outcome.Rejected rejected) {
            throw new IllegalArgumentException(rejected.text());
        }
        Plan plan = ((Outcome.Planned) outcome).plan();
        return new TreeMap<>(Gateways.configMap(deployment, plan, diverted).getData());
    }

    private Map<String, String> mapped(Map<String, String> files) {
        Map<String, String> mapped = new TreeMap<>();
        files.forEach((name, text) -> {
            Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
            mapAddresses(tree);
            mapped.put(name, new Yaml().dump(tree).replace("/etc/gateway/", folder + "/")
                    .replace("/etc/ssl/certs/ca-certificates.crt", authority.toString()));
        });
        return mapped;
    }

    @SuppressWarnings("unchecked")
    private void mapAddresses(Object node) {
        if (node instanceof List<?> list) {
            list.forEach(this::mapAddresses);
        } else if (node instanceof Map<?, ?> map) {
            if (map.get("socket_address") instanceof Map<?, ?> address) {
                Integer port = ports.get(address.get("address") + ":" + address.get("port_value"));
                if (port != null) {
                    ((Map<String, Object>) address).put("address", "127.0.0.1");
                    ((Map<String, Object>) address).put("port_value", port);
                }
            }
            map.values().forEach(this::mapAddresses);
        }
    }

    private static HttpResponse<String> get(int port, String path) {
        try {
            return HTTP.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fetched the first time; where it cannot be had, tests that need it are skipped. */
    private static synchronized String binary() throws IOException {
        if (binary == null) {
            Process script = new ProcessBuilder("bash", "hack/envoy.sh").redirectError(ProcessBuilder.Redirect.INHERIT).start();
            String path = new String(script.getInputStream().readAllBytes()).strip();
            if (script.onExit().join().exitValue() != 0) {
                throw new TestAbortedException("no Envoy: hack/envoy.sh says why, above");
            }
            binary = path;
        }
        return binary;
    }
}
