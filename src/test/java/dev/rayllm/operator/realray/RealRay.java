package dev.rayllm.operator.realray;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A real Ray on the loopback: a head without CPUs and GPUs, as the operator's heads are, and a node for each worker pod that
 * is given to it, with as many logical CPUs and GPUs as the pod's limits say.
 */
public final class RealRay implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** Names of interfaces and folders of a pod, which this machine does not have. */
    private static final String OF_THE_POD = "eth0|/var/cache/rayllm.*";

    /** What KubeRay tells a pod of its cluster; the operator's own {@code RAY_LOG_TO_STDERR} stays. */
    private static final String OF_KUBERAY = "FQ_RAY_IP|RAY_(?!LOG_TO_STDERR).*";

    private final Map<String, String> environment;
    private final Path folder;
    private final int gcs = freePort();
    private final int dashboard = freePort();
    private final int serve = freePort();
    private final List<Integer> metricsPorts = new ArrayList<>();
    private final Map<String, RayNode> nodes = new LinkedHashMap<>();
    private final Thread atExit = new Thread(this::end);

    /**
     * Starts the head and waits until its dashboard answers.
     *
     * @param environment of all of Ray's processes
     * @param pythonPath folders that come before Ray's own packages
     */
    public RealRay(Map<String, String> environment, List<Path> pythonPath) {
        this.environment = new HashMap<>(environment);
        this.environment.put("PYTHONPATH", pythonPath.stream().map(p -> p.toAbsolutePath().toString()).collect(Collectors.joining(":")));
        this.environment.put("RAY_AUTH_MODE", "disabled");
        this.environment.put("RAY_USAGE_STATS_ENABLED", "0");
        // Ray kills workers of a machine that is short of memory; and starts one for each logical CPU in advance.
        this.environment.put("RAY_memory_monitor_refresh_ms", "0");
        this.environment.put("RAY_enable_worker_prestart", "0");
        this.environment.put("RAY_prestart_worker_first_driver", "0");
        try {
            folder = Files.createTempDirectory("ray-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(atExit);
        start("head", Map.of(), List.of("--head", "--port", "" + gcs, "--dashboard-host", "127.0.0.1", "--dashboard-port",
                "" + dashboard, "--ray-client-server-port", "" + freePort(), "--temp-dir", folder.toString(),
                "--num-cpus", "0", "--num-gpus", "0"));
        await(() -> dashboard().nodesAlive() == 1);
    }

    /** Adds a node with the size and the environment of a worker pod, and waits until it has joined. */
    public void join(Pod pod) {
        Container ray = pod.getSpec().getContainers().getFirst();
        Map<String, Quantity> limits = ray.getResources().getLimits();
        Map<String, String> ofPod = new HashMap<>();
        ray.getEnv().stream().filter(e -> e.getValue() != null && !e.getValue().matches(OF_THE_POD) && !e.getName().matches(OF_KUBERAY))
                .forEach(e -> ofPod.put(e.getName(), e.getValue()));
        start(pod.getMetadata().getName(), ofPod, List.of("--address", "127.0.0.1:" + gcs,
                "--num-cpus", whole(limits.get("cpu")), "--num-gpus", whole(limits.getOrDefault("nvidia.com/gpu", new Quantity("0")))));
        int expected = nodes.size();
        await(() -> dashboard().nodesAlive() == expected);
    }

    /** Names of the pods that have nodes. */
    public List<String> joined() {
        return nodes.keySet().stream().filter(n -> !n.equals("head")).toList();
    }

    /** Ends the node of a pod that is gone. */
    public void leave(String pod) {
        nodes.remove(pod).close();
    }

    /** The dashboard, which has Serve's API. */
    public RayDashboard dashboard() {
        return new RayDashboard(URI.create("http://127.0.0.1:" + dashboard));
    }

    /** Address of Serve's proxies, if they are told to listen there. */
    public URI serve() {
        return URI.create("http://127.0.0.1:" + serve);
    }

    /** What the container of a pod would have written to its log. */
    public String log(String pod) {
        try {
            return Files.readString(folder.resolve(pod + ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Prometheus would scrape from all nodes. */
    public String metrics() {
        return metricsPorts.stream().map(port -> Loopback.get(URI.create("http://127.0.0.1:" + port + "/metrics")).orElse(""))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private void end() {
        List.copyOf(nodes.keySet()).reversed().forEach(this::leave);
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start(String name, Map<String, String> more, List<String> arguments) {
        int metrics = freePort();
        metricsPorts.add(metrics);
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--node-ip-address", "127.0.0.1", "--object-store-memory", "100000000", "--metrics-export-port", "" + metrics,
                "--dashboard-agent-listen-port", "" + freePort(), "--dashboard-agent-grpc-port", "" + freePort(),
                "--min-worker-port", "0", "--max-worker-port", "0", "--disable-usage-stats"));
        Map<String, String> merged = new HashMap<>(more);
        merged.putAll(environment);
        nodes.put(name, new RayNode(merged, all, folder.resolve(name + ".log")));
    }

    private void await(Callable<Boolean> condition) {
        try {
            Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> {
                if (!nodes.values().stream().allMatch(RayNode::isAlive)) {
                    throw new IllegalStateException("a node of Ray has ended; see " + folder);
                }
                return condition.call();
            });
        } catch (RuntimeException e) {
            nodes.values().forEach(RayNode::close);
            throw e;
        }
    }

    private static String whole(Quantity quantity) {
        return quantity.getNumericalAmount().toBigInteger().toString();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
