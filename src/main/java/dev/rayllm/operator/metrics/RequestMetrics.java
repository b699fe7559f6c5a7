package dev.rayllm.operator.metrics;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Requests of the Kubernetes client: how long they take, what is written, and what fails. Labels are verb, resource and
 * code; names of objects are none.
 */
public final class RequestMetrics implements Interceptor {

    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");
    private static final Duration[] BUCKETS = Stream.of(5, 25, 100, 500, 1000, 5000).map(Duration::ofMillis)
            .toArray(Duration[]::new);
    private static final int FIRST_ERROR = 400;
    /** More than these are never under way; beyond it starts are leaked by requests that were broken off. */
    private static final int MOST_UNDER_WAY = 10_000;

    private final MeterRegistry registry;
    /**
     * By method and URI: the client builds the request anew, with another id, between the two calls. Of two like requests at
     * once the later start counts for the first answer, and the second answer is not timed.
     */
    private final Map<String, Long> started = new ConcurrentHashMap<>();

    public RequestMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (started.size() > MOST_UNDER_WAY) {
            started.clear();
        }
        started.put(key(request), System.nanoTime());
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        note(request, Integer.toString(response.code()), response.code() >= FIRST_ERROR);
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        note(request, "none", true);
    }

    private static String key(HttpRequest request) {
        return request.method() + " " + request.uri();
    }

    private void note(HttpRequest request, String code, boolean failed) {
        Long start = started.remove(key(request));
        ApiRequest what = ApiRequest.of(request.method(), request.uri());
        if (start != null && !what.verb().equals("watch")) {
            Timer.builder("rayllm.kubernetes.requests").description("Requests to the API server, without watches")
                    .tags("verb", what.verb(), "resource", what.resource()).serviceLevelObjectives(BUCKETS)
                    .register(registry).record(Duration.ofNanos(System.nanoTime() - start));
        }
        if (failed) {
            registry.counter("rayllm.kubernetes.request.errors", "verb", what.verb(), "resource", what.resource(),
                    "code", code).increment();
        } else if (WRITES.contains(what.verb())) {
            registry.counter("rayllm.kubernetes.writes", "verb", what.verb(), "resource", what.resource()).increment();
        }
    }
}
