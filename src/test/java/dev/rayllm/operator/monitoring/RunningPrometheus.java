package dev.rayllm.operator.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real Prometheus on the loopback, with its data in a folder. */
public final class RunningPrometheus implements AutoCloseable {

    private final Process process;
    private final String url;
    private final HttpClient http = HttpClient.newHttpClient();

    /** Starts it with a configuration and a rule file in this folder. */
    public RunningPrometheus(Path folder, String configuration) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path config = Files.writeString(folder.resolve("prometheus.yaml"), configuration);
        int port = freePort();
        url = "http://127.0.0.1:" + port;
        process = new ProcessBuilder(Prometheus.path("prometheus"), "--config.file=" + config.toAbsolutePath(),
                "--storage.tsdb.path=" + Files.createTempDirectory(folder, "data").toAbsolutePath(),
                "--web.listen-address=127.0.0.1:" + port, "--log.level=warn")
                .redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
    }

    /** The result of an instant query; empty while it does not answer. Fails on a query that it does not take. */
    public JsonNode query(String expr) throws InterruptedException {
        try {
            HttpResponse<String> response = http.send(HttpRequest.newBuilder(URI.create(url + "/api/v1/query?query="
                    + URLEncoder.encode(expr, StandardCharsets.UTF_8))).build(), HttpResponse.BodyHandlers.ofString());
            JsonNode body = new ObjectMapper().readTree(response.body());
            if (response.statusCode() == 400) {
                throw new IllegalArgumentException(expr + ": " + body.path("error").asText());
            }
            return body.path("data").path("result");
        } catch (IOException e) {
            return new ObjectMapper().createArrayNode();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
