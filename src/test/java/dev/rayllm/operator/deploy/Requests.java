package dev.rayllm.operator.deploy;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Notes what a client asks of the API server, as the rights that it takes. */
final class Requests implements Interceptor {

    /** Reviews of one's own rights are open to every account. */
    private static final Set<String> OPEN = Set.of("authentication.k8s.io", "authorization.k8s.io");
    private static final int CREATED = 201;
    private static final int FORBIDDEN = 403;

    private final Set<String> rights = new ConcurrentSkipListSet<>();
    private final Set<String> forbidden = new ConcurrentSkipListSet<>();

    /** Rights that the requests so far took. */
    Set<String> rights() {
        return rights;
    }

    /** Requests that were refused for want of a right. */
    Set<String> forbidden() {
        return forbidden;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        note(request, 0);
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        note(request, response.code());
    }

    /** Paths are /api/v1/… and /apis/GROUP/VERSION/…; shorter ones, and others, are discovery. */
    private void note(HttpRequest request, int code) {
        URI uri = request.uri();
        List<String> parts = Arrays.stream(uri.getPath().split("/")).filter(p -> !p.isEmpty()).toList();
        boolean core = !parts.isEmpty() && parts.get(0).equals("api");
        int rest = core ? 2 : 3;
        if (parts.size() <= rest || !core && (!parts.get(0).equals("apis") || OPEN.contains(parts.get(1)))) {
            return;
        }
        boolean namespaced = parts.get(rest).equals("namespaces") && parts.size() > rest + 2;
        List<String> path = parts.subList(namespaced ? rest + 2 : rest, parts.size());
        String target = " " + (core ? "" : parts.get(1)) + "/" + path.get(0) + (path.size() > 2 ? "/" + path.get(2) : "");
        String query = uri.getQuery() == null ? "" : uri.getQuery();
        rights.add(verb(request.method(), path.size() > 1, query.contains("watch=true")) + target);
        if (request.method().equals("PATCH") && code == CREATED) {
            // A server-side apply that made the object was checked for both.
            rights.add("create" + target);
        }
        if (code == FORBIDDEN) {
            forbidden.add(request.method() + " " + uri);
        }
    }

    private static String verb(String method, boolean named, boolean watch) {
        return switch (method) {
            case "GET" -> watch ? "watch" : named ? "get" : "list";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> named ? "delete" : "deletecollection";
            default -> method;
        };
    }
}
