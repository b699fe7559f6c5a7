package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.catalog.ModelRow;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.stream.Collectors;

/** ModelProfile objects of the cluster: rows that join the built-in table. */
final class Profiles {

    private Profiles() {
    }

    /** A profile may concern any deployment: by its name, its repository or an alias. Planning again is cheap. */
    static InformerEventSource<ModelProfile, LlmDeployment> source(EventSourceContext<LlmDeployment> context) {
        var configuration = InformerEventSourceConfiguration.from(ModelProfile.class, LlmDeployment.class)
                .withWatchAllNamespaces()
                .withSecondaryToPrimaryMapper(profile -> context.getPrimaryCache().list()
                        .map(ResourceID::fromResource).collect(Collectors.toSet()))
                .build();
        return new InformerEventSource<>(configuration, context);
    }

    static List<ModelRow> rows(InformerEventSource<ModelProfile, LlmDeployment> source) {
        return source.list().filter(p -> p.getSpec() != null)
                .map(p -> new ModelRow(p.getMetadata().getName(), p.getSpec(), false)).toList();
    }
}
