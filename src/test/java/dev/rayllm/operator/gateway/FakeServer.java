package dev.rayllm.operator.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** An OpenAI-like server on the loopback address with the ways in which one fails: over plain sockets, so that all can be played. */
final class FakeServer implements AutoCloseable {

    /** What it does with a request. */
    enum Mode {
        /** Answers. */
        ANSWER,
        /** Answers with a status and nothing else of use. */
        STATUS,
        /** Ends the connection before a byte of an answer. */
        RESET,
        /** Says nothing until the other side leaves. */
        SILENT,
        /** Answers after a while. */
        SLOW,
        /** Sends the head of an answer, then nothing. */
        HEAD_ONLY,
        /** Sends half of a JSON answer and ends the connection. */
        HALF,
        /** Sends some tokens and ends the connection. */
        DIES,
        /** Sends some tokens and an error as an event. */
        ERROR_EVENT
    }

    /** A request as it came. */
    record Received(String method, String path, Map<String, String> headers, String body) {
    }

    private static final int LINGER_NOT = 0;

    private final String name;
    private final ServerSocketFactory sockets;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger mostInFlight = new AtomicInteger();
    private ServerSocket server;
    private int port;
    private volatile Mode mode = Mode.ANSWER;
    private volatile int status = 200;
    private volatile int delayMillis;
    private volatile String model;

    FakeServer(String name, ServerSocketFactory sockets) {
        this.name = name;
        this.model = name;
        this.sockets = sockets;
        up();
    }

    int port() {
        return port;
    }

    List<Received> received() {
        return received;
    }

    /** Requests whose caller left before the answer was complete. */
    int left() {
        return left.get();
    }

    int inFlight() {
        return inFlight.get();
    }

    int mostInFlight() {
        return mostInFlight.get();
    }

    FakeServer mode(Mode next) {
        mode = next;
        return this;
    }

    FakeServer status(int next) {
        status = next;
        return mode(Mode.STATUS);
    }

    /** How long SLOW waits, and each token of an answer takes. */
    FakeServer delay(int millis) {
        delayMillis = millis;
        return this;
    }

    /** The model name of its answers. */
    FakeServer model(String next) {
        model = next;
        return this;
    }

    /** Opens the port, the same as before. */
    void up() {
        try {
            ServerSocket opened = sockets.createServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 512);
            port = opened.getLocalPort();
            server = opened;
            Thread.ofVirtual().start(() -> accept(opened));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the port and every connection. */
    void down() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Socket socket : open) {
            try {
                abort(socket);
            } catch (IOException closedMeanwhile) {
                continue;
            }
        }
    }

    @Override
    public void close() {
        down();
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                Socket socket = from.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (Received request = read(in); request != null; request = read(in)) {
                if (request.path().equals("/-/healthz")) {
                    write(out, "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nsuccess");
                } else if (!answer(request, socket, in, out)) {
                    return;
                }
            }
        } catch (IOException gone) {
            // The gateway closed the connection: nothing to do.
        } finally {
            open.remove(socket);
        }
    }

    /** Whether the connection can be used again. */
    private boolean answer(Received request, Socket socket, InputStream in, OutputStream out) throws IOException {
        received.add(request);
        mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        try {
            boolean stream = request.body().contains("\"stream\":true");
            return switch (mode) {
                case RESET -> abort(socket);
                case SILENT -> silent(in);
                case STATUS -> write(out, "HTTP/1.1 " + status + " X\r\nretry-after: 7\r\ncontent-type: application/json\r\n"
                        + "content-length: 2\r\n\r\n{}");
                case HEAD_ONLY -> write(out, head(stream)) && silent(in);
                case HALF -> write(out, "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n"
                        + json().substring(0, 40)) && pause(100) && abort(socket);
                case SLOW -> pause(delayMillis) && (stream ? stream(out, 3, 0) && end(out) : write(out, whole()));
                case DIES -> write(out, head(true)) && tokens(out, 2, 0) && pause(100) && abort(socket);
                case ERROR_EVENT -> write(out, head(true)) && tokens(out, 2, 0)
                        && chunk(out, "data: {\"error\":{\"message\":\"engine died\"}}\n\n") && end(out);
                case ANSWER -> stream ? stream(out, 5, delayMillis) && end(out) : write(out, whole());
            };
        } catch (IOException e) {
            left.incrementAndGet();
            throw e;
        } finally {
            inFlight.decrementAndGet();
        }
    }

    private boolean stream(OutputStream out, int tokens, int millis) throws IOException {
        return write(out, head(true)) && tokens(out, tokens, millis) && chunk(out, "data: [DONE]\n\n");
    }

    private boolean tokens(OutputStream out, int tokens, int millis) throws IOException {
        for (int i = 0; i < tokens; i++) {
            chunk(out, "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"model\":\"" + model
                    + "\",\"choices\":[{\"delta\":{\"content\":\"" + name + " " + i + "\"}}]}\n\n");
            pause(millis);
        }
        return true;
    }

    private static String head(boolean stream) {
        return "HTTP/1.1 200 OK\r\ncontent-type: " + (stream ? "text/event-stream" : "application/json")
                + "\r\ntransfer-encoding: chunked\r\n\r\n";
    }

    private String json() {
        return "{\"id\":\"x\",\"object\":\"chat.completion\",\"model\":\"" + model + "\",\"choices\":[{\"message\":{\"content\":\""
                + name + "\"}}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":5}}";
    }

    private String whole() {
        return "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: " + json().length() + "\r\n\r\n" + json();
    }

    private boolean silent(InputStream in) throws IOException {
        if (in.read() < 0) {
            left.incrementAndGet();
        }
        return false;
    }

    private static boolean pause(int millis) throws IOException {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Ends a connection with a reset, not with a close. */
    private static boolean abort(Socket socket) throws IOException {
        if (!socket.isClosed()) {
            socket.setSoLinger(true, LINGER_NOT);
            socket.close();
        }
        return false;
    }

    private static boolean chunk(OutputStream out, String text) throws IOException {
        return write(out, Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n");
    }

    private static boolean end(OutputStream out) throws IOException {
        return write(out, "0\r\n\r\n");
    }

    private static boolean write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
        return true;
    }

    private static Received read(InputStream in) throws IOException {
        String first = line(in);
        if (first == null || first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        String[] parts = first.split(" ");
        return new Received(parts[0], parts[1], headers, new String(body(in, headers), StandardCharsets.UTF_8));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (!"chunked".equals(headers.get("transfer-encoding"))) {
            return in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
            body.write(in.readNBytes(size));
            line(in);
        }
        line(in);
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
