package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.Api;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/** Metadata of namespaced children: our labels, and the deployment as their owner. */
public final class OwnedMetadata {

    private OwnedMetadata() {
    }

    /** Metadata of the child of this name. A deployment that no cluster has seen has no UID, and owns by label only. */
    public static ObjectMeta of(LlmDeployment deployment, String name) {
        ObjectMeta owner = deployment.getMetadata();
        ObjectMetaBuilder metadata = new ObjectMetaBuilder().withName(name).withNamespace(owner.getNamespace())
                .withLabels(Labels.child(owner.getName()));
        if (owner.getUid() != null) {
            metadata.withOwnerReferences(new OwnerReferenceBuilder()
                    .withApiVersion(Api.API_VERSION).withKind(deployment.getKind()).withName(owner.getName())
                    .withUid(owner.getUid()).withController(true).withBlockOwnerDeletion(true).build());
        }
        return metadata.build();
    }
}
