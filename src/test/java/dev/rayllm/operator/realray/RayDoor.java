package dev.rayllm.operator.realray;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Stands before the dashboard of a real Ray and changes what KubeRay sends there, so that it can run on this machine.
 * This is the only place where anything of what the operator has rendered is changed:
 *
 * <ul>
 *   <li>always, {@link #onLoopback}: Serve's proxies listen on the loopback, on a free port;
 *   <li>for a real engine without a GPU, {@link #onCpu}.
 * </ul>
 */
public final class RayDoor implements AutoCloseable {

    private final HttpServer server;
    private final URI dashboard;
    private final Consumer<ObjectNode> change;
    private final AtomicInteger puts = new AtomicInteger();

    /**
     * Opens the door.
     *
     * @param dashboard where requests go
     * @param change made to every configuration of Serve
     */
    public RayDoor(URI dashboard, Consumer<ObjectNode> change) {
        this.dashboard = dashboard;
        this.change = change;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::pass);
        server.start();
    }

    /** Where Serve's proxies listen. */
    public static Consumer<ObjectNode> onLoopback(URI serve) {
        return config -> ((ObjectNode) config.get("http_options")).put("host", serve.getHost()).put("port", serve.getPort());
    }

    /**
     * A model of the operator on vLLM's CPU build: weights from a folder, since there is no hub; bundles without GPUs, which is
     * what makes ray.serve.llm serve on CPUs; float32, in which these CPUs calculate correctly; and no compilation, to be quick.
     */
    public static Consumer<ObjectNode> onCpu(String modelFolder) {
        return config -> config.path("applications").path(0).path("args").path("llm_configs").forEach(llm -> {
            ((ObjectNode) llm.get("model_loading_config")).put("model_source", modelFolder);
            ((ObjectNode) llm.at("/placement_group_config/bundle_per_worker")).remove("GPU");
            ((ObjectNode) llm.get("engine_kwargs")).put("dtype", "float32").put("enforce_eager", true);
        });
    }

    /** Its own address. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** How often KubeRay has sent a configuration. */
    public int puts() {
        return puts.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpResponse<String> answer = Loopback.send(HttpRequest.newBuilder(dashboard.resolve(exchange.getRequestURI().toString()))
                    .timeout(Duration.ofMinutes(1)).header("Content-Type", "application/json")
                    .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(changed(exchange.getRequestMethod(), body))).build());
            byte[] text = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.statusCode(), text.length == 0 ? -1 : text.length);
            exchange.getResponseBody().write(text);
        }
    }

    private byte[] changed(String method, byte[] body) {
        if (!method.equals("PUT")) {
            return body;
        }
        puts.incrementAndGet();
        JsonNode config = Serialization.unmarshal(new String(body, StandardCharsets.UTF_8), JsonNode.class);
        change.accept((ObjectNode) config);
        return config.toString().getBytes(StandardCharsets.UTF_8);
    }
}
