package dev.rayllm.operator.realray;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** HTTP to programs on this machine. */
final class Loopback {

    private static final HttpClient HTTP = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1).build();

    private Loopback() {}

    /** The body of a successful answer; empty when there is none. */
    static Optional<String> get(URI address) {
        try {
            HttpResponse<String> answer = send(HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20)).build());
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The answer as it is. */
    static HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
