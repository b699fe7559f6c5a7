package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.ray.RayCluster;
import dev.rayllm.operator.render.Labels;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** RayClusters that KubeRay made of our services: it copies our labels and annotations to them. */
final class RayClusters {

    private static final String NAME = "ray-clusters";

    private RayClusters() {
    }

    /** The clusters of a deployment. Watched from the first call on, as the kind may come later than this process. */
    static List<RayCluster> of(LlmDeployment deployment, Context<LlmDeployment> context) {
        var retriever = context.eventSourceRetriever();
        var source = retriever.dynamicallyRegisterEventSource(new InformerEventSource<>(
                InformerEventSourceConfiguration.from(RayCluster.class, LlmDeployment.class).withName(NAME)
                        .withLabelSelector(Labels.MANAGED_BY + "=" + Labels.OPERATOR)
                        .withSecondaryToPrimaryMapper(RayClusters::deployment).build(),
                retriever.eventSourceContextForDynamicRegistration()));
        return source.getSecondaryResources(deployment).stream()
                .filter(c -> c.getMetadata().getDeletionTimestamp() == null).toList();
    }

    private static Set<ResourceID> deployment(RayCluster cluster) {
        Map<String, String> labels = cluster.getMetadata().getLabels();
        return labels == null || !labels.containsKey(Labels.DEPLOYMENT) ? Set.of()
                : Set.of(new ResourceID(labels.get(Labels.DEPLOYMENT), cluster.getMetadata().getNamespace()));
    }
}
