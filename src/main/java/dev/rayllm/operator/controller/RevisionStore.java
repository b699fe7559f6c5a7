package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.rollout.History;
import dev.rayllm.operator.rollout.Revision;
import dev.rayllm.operator.rollout.Revision.Outcome;
import dev.rayllm.operator.rollout.Rollout;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.ControllerRevisionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/** Reads and writes the revisions of deployments. What was just written is seen by the next pass. */
final class RevisionStore {

    private static final int CONFLICT = 409;
    private static final int LONGEST_REASON = 900;

    private final InformerEventSource<ControllerRevision, LlmDeployment> source;

    RevisionStore(EventSourceContext<LlmDeployment> context) {
        source = new InformerEventSource<>(InformerEventSourceConfiguration
                .from(ControllerRevision.class, LlmDeployment.class)
                .withLabelSelector(Labels.MANAGED_BY + "=" + Labels.OPERATOR)
                .withSecondaryToPrimaryMapper(r -> Set.of(new ResourceID(
                        r.getMetadata().getLabels().get(Labels.DEPLOYMENT), r.getMetadata().getNamespace())))
                .build(), context);
    }

    InformerEventSource<ControllerRevision, LlmDeployment> source() {
        return source;
    }

    /** The revisions of this very deployment, not of a namesake before it. */
    History of(LlmDeployment deployment) {
        return new History(source.getSecondaryResources(deployment).stream()
                .filter(r -> r.getMetadata().getOwnerReferences().stream()
                        .anyMatch(o -> o.getUid().equals(deployment.getMetadata().getUid())))
                .map(Revisions::read).flatMap(Optional::stream).toList());
    }

    /** Notes that a rendering was applied: as a new revision, or as an old one that comes back. */
    void applied(LlmDeployment deployment, Rollout rollout, boolean serves, Instant now, KubernetesClient client) {
        History history = rollout.history();
        long generation = deployment.getMetadata().getGeneration();
        Revision known = history.of(rollout.target()).orElse(null);
        String since = now.truncatedTo(ChronoUnit.SECONDS).toString();
        if (known == null) {
            create(deployment, new Revision(history.nextNumber(), rollout.target().hash(), generation, since,
                    Outcome.PENDING, null, rollout.target()), client);
            history.surplus().forEach(r -> client.resource(Revisions.write(deployment, r)).delete());
        } else if (known != history.revisions().getFirst()) {
            update(deployment, new Revision(history.nextNumber(), known.hash(), generation, since,
                    serves ? known.outcome() : Outcome.PENDING, null, known.rendering()), client);
        } else if (known.generation() != generation) {
            update(deployment, new Revision(known.number(), known.hash(), generation, since,
                    known.outcome() == Outcome.FAILED ? Outcome.PENDING : known.outcome(), null, known.rendering()),
                    client);
        }
    }

    /** Notes what became of a revision. */
    void decided(LlmDeployment deployment, Revision revision, Outcome outcome, String reason, KubernetesClient client) {
        String cut = reason == null || reason.length() <= LONGEST_REASON ? reason
                : reason.substring(0, LONGEST_REASON - 1) + "…";
        update(deployment, new Revision(revision.number(), revision.hash(), deployment.getMetadata().getGeneration(),
                revision.since(), outcome, cut, revision.rendering()), client);
    }

    private void create(LlmDeployment deployment, Revision revision, KubernetesClient client) {
        ControllerRevision object = Revisions.write(deployment, revision);
        try {
            ControllerRevision created = client.resource(object).create();
            source.handleRecentResourceCreate(ResourceID.fromResource(created), created);
        } catch (KubernetesClientException e) {
            // It is there already: the cache was behind, or a namesake's is still going.
            if (e.getCode() != CONFLICT) {
                throw e;
            }
        }
    }

    private void update(LlmDeployment deployment, Revision revision, KubernetesClient client) {
        var resource = client.resources(ControllerRevision.class).inNamespace(deployment.getMetadata().getNamespace())
                .withName(Revisions.name(deployment.getMetadata().getName(), revision.hash()));
        ControllerRevision before = resource.get();
        if (before == null) {
            return;
        }
        ControllerRevision updated = resource.edit(r -> new ControllerRevisionBuilder(r).withRevision(revision.number())
                .editMetadata().addToAnnotations(Revisions.annotations(revision)).endMetadata().build());
        source.handleRecentResourceUpdate(ResourceID.fromResource(updated), updated, before);
    }
}
