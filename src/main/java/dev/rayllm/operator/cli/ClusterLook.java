package dev.rayllm.operator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.api.v1alpha1.Api;
import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads a deployment and its children as they are: also what another release of the operator has written. */
final class ClusterLook {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FORBIDDEN = 403;
    private static final String FIELD_MANAGER = "rayllm";

    private final KubernetesClient client;
    private final List<JsonNode> children = new ArrayList<>();
    private final List<String> notRead = new ArrayList<>();

    ClusterLook(KubernetesClient client) {
        this.client = client;
    }

    /** The deployment in the client's namespace, or null. A kind that is not served is an error. */
    JsonNode deployment(String name) {
        String kind = "/apis/" + Api.API_VERSION;
        if (get(kind) == null) {
            throw new KubernetesClientException("not served", 404, null);
        }
        return get(kind + "/namespaces/" + client.getNamespace() + "/llmdeployments/" + name);
    }

    /** The deployment with its children. Kinds that are not served have none. */
    StatusCommand.View with(JsonNode deployment) {
        String namespace = client.getNamespace();
        String name = deployment.at("/metadata/name").asText();
        String ours = "?labelSelector=" + Labels.DEPLOYMENT + "%3D" + name;
        add("RayService", "/apis/ray.io/v1/namespaces/" + namespace + "/rayservices" + ours);
        add("NodePool", "/apis/karpenter.sh/v1/nodepools" + ours + "," + Labels.NAMESPACE + "%3D" + namespace);
        add("Pod", "/api/v1/namespaces/" + namespace + "/pods" + ours);
        return new StatusCommand.View(deployment, children, notRead);
    }

    /** The revisions of this very deployment, newest first, each compared with the one before it. */
    List<StoredRevision> revisions(JsonNode deployment) {
        JsonNode list = get("/apis/apps/v1/namespaces/" + client.getNamespace() + "/controllerrevisions?labelSelector="
                + Labels.DEPLOYMENT + "%3D" + deployment.at("/metadata/name").asText());
        List<StoredRevision> oldestFirst = new ArrayList<>();
        list.path("items").forEach(item -> {
            if (item.at("/metadata/ownerReferences/0/uid").equals(deployment.at("/metadata/uid"))) {
                oldestFirst.add(StoredRevision.of(item));
            }
        });
        oldestFirst.sort(Comparator.comparingLong(StoredRevision::revision));
        List<StoredRevision> newestFirst = new ArrayList<>();
        StoredRevision before = null;
        for (StoredRevision revision : oldestFirst) {
            newestFirst.addFirst(revision.after(before));
            before = revision;
        }
        return newestFirst;
    }

    /**
     * Replaces the spec of a deployment that was read here; refused when somebody else has edited it since. The generation
     * tells that: the resource version changes with every status.
     */
    void replaceSpec(JsonNode deployment, JsonNode spec) {
        String patch = JSON.createArrayNode()
                .add(JSON.createObjectNode().put("op", "test").put("path", "/metadata/generation")
                        .set("value", deployment.at("/metadata/generation")))
                .add(JSON.createObjectNode().put("op", "replace").put("path", "/spec").set("value", spec)).toString();
        client.genericKubernetesResources(Api.API_VERSION, "LlmDeployment").inNamespace(client.getNamespace())
                .withName(deployment.at("/metadata/name").asText()).patch(new PatchContext.Builder()
                        .withPatchType(PatchType.JSON).withFieldManager(FIELD_MANAGER).build(), patch);
    }

    private void add(String kind, String path) {
        try {
            JsonNode list = get(path);
            if (list != null) {
                // Items of a list do not name their kind.
                list.path("items").forEach(item -> children.add(JSON.createObjectNode().put("kind", kind)
                        .setAll((com.fasterxml.jackson.databind.node.ObjectNode) item)));
            }
        } catch (KubernetesClientException e) {
            if (e.getCode() != FORBIDDEN) {
                throw e;
            }
            notRead.add(kind);
        }
    }

    /** What the API server has at a path; null when there is nothing. */
    private JsonNode get(String path) {
        String text = client.raw(path);
        try {
            return text == null ? null : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new KubernetesClientException("the answer is not JSON; is there a proxy in between?", e);
        }
    }
}
