package dev.rayllm.operator.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.rollout.Rendering;
import dev.rayllm.operator.rollout.Revision;
import dev.rayllm.operator.rollout.Revision.Outcome;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A revision as a ControllerRevision: the spec and the children in its data, which cannot change, and what became of it in
 * annotations.
 */
final class Revisions {

    private static final String HASH = "rayllm.dev/revision-hash";
    private static final int HASH_LENGTH = 10;

    private Revisions() {
    }

    /** Name of the revision that holds a rendering. */
    static String name(String deployment, String hash) {
        return deployment + "-" + Names.sha256(hash).substring(0, HASH_LENGTH);
    }

    /** The revision; empty when the object was not written by us, or cannot be read. */
    static Optional<Revision> read(ControllerRevision object) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        if (annotations == null || annotations.get(HASH) == null || object.getData() == null) {
            return Optional.empty();
        }
        try {
            JsonNode data = Serialization.jsonMapper().valueToTree(object.getData());
            JsonNode pool = data.get("nodePool");
            Rendering rendering = new Rendering(
                    Serialization.jsonMapper().treeToValue(data.get("rayService"), RayService.class),
                    pool == null || pool.isNull() ? null
                            : Serialization.jsonMapper().treeToValue(pool, NodePool.class));
            return Optional.of(new Revision(object.getRevision(), annotations.get(HASH),
                    Long.parseLong(annotations.getOrDefault(Labels.GENERATION, "-1")), annotations.get(Labels.SINCE),
                    Outcome.of(annotations.get(Labels.OUTCOME)), annotations.get(Labels.OUTCOME_REASON), rendering));
        } catch (com.fasterxml.jackson.core.JsonProcessingException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    /** The object of a revision. */
    static ControllerRevision write(LlmDeployment deployment, Revision revision) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("spec", deployment.getSpec());
        data.put("rayService", revision.rendering().service());
        if (revision.rendering().pool() != null) {
            data.put("nodePool", revision.rendering().pool());
        }
        ControllerRevision object = new ControllerRevision();
        object.setMetadata(metadata(deployment, revision));
        object.setRevision(revision.number());
        object.setData(Serialization.jsonMapper().valueToTree(data));
        return object;
    }

    private static ObjectMeta metadata(LlmDeployment deployment, Revision revision) {
        return new ObjectMetaBuilder()
                .withName(name(deployment.getMetadata().getName(), revision.hash()))
                .withNamespace(deployment.getMetadata().getNamespace())
                .withLabels(Labels.child(deployment.getMetadata().getName()))
                .withAnnotations(annotations(revision))
                .withOwnerReferences(new OwnerReferenceBuilder().withApiVersion(deployment.getApiVersion())
                        .withKind(deployment.getKind()).withName(deployment.getMetadata().getName())
                        .withUid(deployment.getMetadata().getUid()).withController(true)
                        .withBlockOwnerDeletion(true).build())
                .build();
    }

    /** What became of a revision, as annotations. */
    static Map<String, String> annotations(Revision revision) {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put(HASH, revision.hash());
        annotations.put(Labels.GENERATION, Long.toString(revision.generation()));
        annotations.put(Labels.SINCE, revision.since());
        annotations.put(Labels.OUTCOME, revision.outcome().text());
        annotations.put(Labels.OUTCOME_REASON, revision.reason() == null ? "" : revision.reason());
        return annotations;
    }
}
