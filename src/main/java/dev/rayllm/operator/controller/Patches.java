package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/** Objects that hold only what is written. */
final class Patches {

    /** Never renamed: fields of a manager that is gone can never be removed. */
    static final String FIELD_MANAGER = "rayllm-operator";

    private static final PatchContext STATUS = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY).withForce(true).withFieldManager(FIELD_MANAGER).build();

    private Patches() {
    }

    /** Writes a status outside a reconcile: while an object goes, the SDK writes none. */
    static void apply(KubernetesClient client, LlmDeployment patch) {
        client.resource(patch).subresource("status").patch(STATUS);
    }

    /** A fresh object with name, namespace and status: nothing of the user's spec is ever sent. */
    static LlmDeployment status(LlmDeployment deployment, LlmDeploymentStatus status) {
        LlmDeployment patch = new LlmDeployment();
        patch.setMetadata(new ObjectMetaBuilder().withName(deployment.getMetadata().getName())
                .withNamespace(deployment.getMetadata().getNamespace()).build());
        patch.setStatus(status);
        return patch;
    }
}
