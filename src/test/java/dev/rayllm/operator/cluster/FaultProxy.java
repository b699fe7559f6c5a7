package dev.rayllm.operator.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;

/**
 * Stands between a client and the API server and lets a share of the calls fail, as a busy or broken control plane does. The
 * client's credentials go through as they are. An upgrade to a web socket is answered with 503, at which the client watches
 * by a plain request, which this proxy can break off.
 */
public final class FaultProxy implements AutoCloseable {

    private static final Duration HANGS = Duration.ofSeconds(12);
    private static final int LONGEST_WATCH_MILLIS = 4_000;
    private static final int BUFFER = 8192;
    /** Of the connection alone: the client's library sets them itself. */
    private static final Set<String> HOP = Set.of("host", "connection", "content-length", "upgrade", "transfer-encoding", "expect",
            "http2-settings", "keep-alive");

    private final HttpServer server;
    private final HttpClient upstream;
    private final URI target;
    private final double share;
    private final Random random;
    private final Map<String, AtomicInteger> faults = new ConcurrentSkipListMap<>();
    private final AtomicInteger calls = new AtomicInteger();

    /** The ways in which a call fails. */
    private enum Fault {
        CONFLICT, TOO_MANY_REQUESTS, INTERNAL_ERROR, UNAVAILABLE, TIMEOUT, ANSWER_LOST
    }

    /**
     * Starts the proxy on a free port of the loopback.
     *
     * @param server the API server behind it
     * @param share  share of the calls that fail, 0 to 1
     * @param seed   of the choice of calls and faults
     */
    public FaultProxy(ApiServer server, double share, long seed) {
        Config config = Config.fromKubeconfig(server.kubeconfig().toFile());
        this.target = URI.create(config.getMasterUrl());
        this.share = share;
        this.random = new Random(seed);
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, SSLUtils.trustManagers(config), null);
            this.upstream = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(tls)
                    .proxy(HttpClient.Builder.NO_PROXY).build();
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        this.server.createContext("/", this::answer);
        this.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        this.server.start();
    }

    /** Where clients find it; without TLS. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Calls so far, apart from refused upgrades. */
    public int calls() {
        return calls.get();
    }

    /** How often each fault was played so far. */
    public Map<String, AtomicInteger> faults() {
        return faults;
    }

    private void answer(HttpExchange call) throws IOException {
        try (call) {
            if (call.getRequestHeaders().containsKey("Upgrade")) {
                refuse(call, 503, "ServiceUnavailable");
                return;
            }
            calls.incrementAndGet();
            boolean watch = call.getRequestURI().getRawQuery() != null && call.getRequestURI().getRawQuery().contains("watch=true");
            boolean fails = random.nextDouble() < share;
            if (watch) {
                pass(call, fails ? note("WATCH_DROPPED", random.nextInt(LONGEST_WATCH_MILLIS)) : Integer.MAX_VALUE);
            } else if (fails) {
                play(fault(call.getRequestMethod()), call);
            } else {
                pass(call, Integer.MAX_VALUE);
            }
        }
    }

    private Fault fault(String method) {
        Fault[] all = Fault.values();
        Fault fault = all[random.nextInt(all.length)];
        return fault == Fault.CONFLICT && method.equals("GET") ? Fault.UNAVAILABLE : fault;
    }

    private void play(Fault fault, HttpExchange call) throws IOException {
        note(fault.name(), 0);
        switch (fault) {
            case CONFLICT -> refuse(call, 409, "Conflict");
            case TOO_MANY_REQUESTS -> {
                call.getResponseHeaders().add("Retry-After", "1");
                refuse(call, 429, "TooManyRequests");
            }
            case INTERNAL_ERROR -> refuse(call, 500, "InternalError");
            case UNAVAILABLE -> refuse(call, 503, "ServiceUnavailable");
            case TIMEOUT -> LockSupport.parkNanos(HANGS.toNanos());
            // The server does what it is asked, and nobody hears of it.
            case ANSWER_LOST -> {
                try (InputStream body = ask(call).body()) {
                    body.readAllBytes();
                }
            }
            default -> throw new IllegalStateException(fault.name());
        }
    }

    private int note(String fault, int value) {
        faults.computeIfAbsent(fault, f -> new AtomicInteger()).incrementAndGet();
        return value;
    }

    private static void refuse(HttpExchange call, int code, String reason) throws IOException {
        byte[] body = ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"played fault\","
                + "\"reason\":\"" + reason + "\",\"code\":" + code + "}").getBytes(StandardCharsets.UTF_8);
        call.getRequestBody().readAllBytes();
        call.getResponseHeaders().add("Content-Type", "application/json");
        call.sendResponseHeaders(code, body.length);
        call.getResponseBody().write(body);
    }

    /** Passes a call on, and breaks its answer off after some milliseconds. */
    private void pass(HttpExchange call, int millis) throws IOException {
        HttpResponse<InputStream> answer = ask(call);
        try (InputStream body = answer.body()) {
            answer.headers().map().forEach((name, values) -> {
                if (!HOP.contains(name.toLowerCase(java.util.Locale.ROOT)) && !name.startsWith(":")) {
                    call.getResponseHeaders().put(name, values);
                }
            });
            call.sendResponseHeaders(answer.statusCode(), 0);
            // A watch without events has begun all the same.
            call.getResponseBody().flush();
            if (millis != Integer.MAX_VALUE) {
                breakOff(call, millis);
            }
            copy(body, call.getResponseBody());
        }
    }

    /** Ends the connection to the client: a reader of the API server's answer may be waiting and would not notice. */
    private static void breakOff(HttpExchange call, int millis) {
        Thread.startVirtualThread(() -> {
            LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
            call.close();
        });
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            to.flush();
        }
    }

    private HttpResponse<InputStream> ask(HttpExchange call) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.resolve(call.getRequestURI()))
                .method(call.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(call.getRequestBody().readAllBytes()));
        call.getRequestHeaders().forEach((name, values) -> {
            if (!HOP.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        try {
            return upstream.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        upstream.shutdownNow();
    }
}
