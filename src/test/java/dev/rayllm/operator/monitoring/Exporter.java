package dev.rayllm.operator.monitoring;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves metrics over HTTP on the loopback. What Ray and vLLM print was recorded once (Ray 2.59, vLLM 0.27, two replicas
 * whose engine statistics were made up); its counters go on from there with the time.
 */
public final class Exporter implements AutoCloseable {

    private static final Path RECORDED = Path.of("src/test/resources/monitoring/ray-2.59-vllm-0.27.prom");
    private static final Pattern COUNTER = Pattern.compile("^(\\w+(?:_total|_bucket|_sum|_count)\\{.*}) ([0-9.e+]+)$");
    /** Seconds in which a recorded counter adds its recorded value again. */
    private static final double AGAIN = 60;
    /** Ray's own series of a GPU, by the names and labels of its sources; the recording is of a machine without one. */
    private static final String GPU = """
            ray_node_gpus_utilization{GpuDeviceName="L4",GpuIndex="0",NodeAddress="192.0.2.2"} 71
            ray_node_gram_used{GpuDeviceName="L4",GpuIndex="0",NodeAddress="192.0.2.2"} 20480
            """;

    private final HttpServer server;
    private final long start = System.nanoTime();
    private final List<String> recorded;

    /** Starts it with the paths {@code /worker}, {@code /head} and {@code /operator}. */
    public Exporter(Supplier<String> operator) throws IOException {
        recorded = Files.readAllLines(RECORDED);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve("/worker", () -> GPU + grown());
        serve("/head", () -> "# nothing but an answer\n");
        serve("/operator", operator);
        server.start();
    }

    /** Host and port, as a scrape target. */
    public String target() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private String grown() {
        double factor = 1 + (System.nanoTime() - start) / 1e9 / AGAIN;
        StringBuilder text = new StringBuilder();
        for (String line : recorded) {
            Matcher counter = COUNTER.matcher(line);
            boolean counts = counter.matches() && !line.startsWith("ray_serve_deployment_replica_starts");
            text.append(counts ? counter.group(1) + " " + Double.parseDouble(counter.group(2)) * factor : line).append('\n');
        }
        return text.toString();
    }

    private void serve(String path, Supplier<String> text) {
        server.createContext(path, exchange -> {
            byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
