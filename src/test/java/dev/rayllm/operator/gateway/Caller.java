package dev.rayllm.operator.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A caller of the OpenAI-compatible API. */
record Caller(URI endpoint) {

    /** Model name that callers know. */
    static final String MODEL = "acme/chat";
    /** Key that callers hold for the gateway's own callers, such as an ingress in front. */
    static final String OWN_KEY = "Bearer callers-own-key";

    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * An answer.
     *
     * @param status 0 when there was none
     * @param broken whether it ended before its end
     * @param after  time to the head of the answer
     */
    record Answer(int status, HttpHeaders headers, String body, boolean broken, Duration after) {

        /** Who gave it. */
        String upstream() {
            return headers == null ? null : headers.firstValue("x-llm-upstream").orElse(null);
        }

        /** A whole answer of the right side. */
        boolean good(boolean stream) {
            return status == 200 && !broken && (!stream || body.endsWith("data: [DONE]\n"));
        }
    }

    Answer ask(boolean stream) {
        return ask("{\"model\":\"" + MODEL + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}],\"stream\":"
                + stream + "}");
    }

    Answer ask(String body) {
        return send(request(body).build());
    }

    HttpRequest.Builder request(String body) {
        return HttpRequest.newBuilder(endpoint).header("content-type", "application/json")
                .header("authorization", OWN_KEY).timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    /** Sends, and keeps what came of a broken answer. */
    Answer send(HttpRequest request) {
        long start = System.nanoTime();
        StringBuilder body = new StringBuilder();
        HttpResponse<java.io.InputStream> response = null;
        Duration after = null;
        try {
            response = HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream());
            after = Duration.ofNanos(System.nanoTime() - start);
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    body.append(line).append('\n');
                }
            }
            if (body.toString().endsWith("\n\n")) {
                body.setLength(body.length() - 1);
            }
            return new Answer(response.statusCode(), response.headers(), body.toString(), false, after);
        } catch (IOException e) {
            return new Answer(response == null ? 0 : response.statusCode(), response == null ? null : response.headers(),
                    body.isEmpty() ? e.toString() : body.toString(), true, after);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
