package dev.rayllm.operator.realray;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the dashboard of a real Ray tells. While it does not answer there is nothing.
 *
 * @param address where it listens
 */
public record RayDashboard(URI address) {

    /** The application {@code llm} as Serve's API tells it; an empty object while there is none. */
    public JsonNode application() {
        return get("/api/serve/applications/?api_type=declarative").path("applications").path("llm");
    }

    /** Placement groups that are not removed: {@code state} and {@code bundles} with {@code unit_resources} and {@code node_id}. */
    public List<JsonNode> placementGroups() {
        return listed("/api/v0/placement_groups?detail=1").filter(g -> !g.path("state").asText().equals("REMOVED")).toList();
    }

    /** All of it, for people who look for the cause of a failure. */
    public String describe() {
        return "Serve says: " + application().toPrettyString() + "\nplacement groups: " + placementGroups();
    }

    /** Nodes that belong to the cluster. */
    public long nodesAlive() {
        return listed("/api/v0/nodes").filter(n -> n.path("state").asText().equals("ALIVE")).count();
    }

    private Stream<JsonNode> listed(String path) {
        JsonNode list = get(path).path("data").path("result").path("result");
        List<JsonNode> all = new ArrayList<>();
        list.forEach(all::add);
        return all.stream();
    }

    private JsonNode get(String path) {
        return Loopback.get(address.resolve(path)).map(text -> Serialization.unmarshal(text, JsonNode.class))
                .orElseGet(() -> Serialization.unmarshal("{}", JsonNode.class));
    }
}
