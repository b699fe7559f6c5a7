package dev.rayllm.operator.metrics;

import java.net.URI;
import java.util.Arrays;
import java.util.List;

/**
 * A request to the API server in the words of its rights.
 *
 * @param verb     get, list, watch, create, update, patch or delete
 * @param resource plural of the kind, with {@code /status} where it is that; {@code discovery} for all else
 */
record ApiRequest(String verb, String resource) {

    /** Paths are /api/v1/… and /apis/GROUP/VERSION/…, with namespaces/NAME before what is namespaced. */
    static ApiRequest of(String method, URI uri) {
        List<String> parts = Arrays.stream(uri.getPath().split("/")).filter(p -> !p.isEmpty()).toList();
        int prefix = !parts.isEmpty() && parts.getFirst().equals("api") ? 2 : 3;
        if (parts.size() <= prefix) {
            return new ApiRequest("get", "discovery");
        }
        boolean namespaced = parts.get(prefix).equals("namespaces") && parts.size() > prefix + 2;
        List<String> path = parts.subList(namespaced ? prefix + 2 : prefix, parts.size());
        String resource = path.getFirst() + (path.size() > 2 ? "/" + path.get(2) : "");
        boolean watch = uri.getQuery() != null && uri.getQuery().contains("watch=true");
        return new ApiRequest(switch (method) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> watch ? "watch" : path.size() > 1 ? "get" : "list";
        }, resource);
    }
}
