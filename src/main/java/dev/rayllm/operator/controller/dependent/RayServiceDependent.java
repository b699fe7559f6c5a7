package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.RayServices;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;

/** The RayService. */
@KubernetesDependent(informer = @Informer(labelSelector = Labels.MANAGED_BY + "=" + Labels.OPERATOR))
public class RayServiceDependent extends ChildDependent<RayService> {

    public RayServiceDependent() {
        super(RayService.class);
    }

    @Override
    protected RayService desired(LlmDeployment primary, Context<LlmDeployment> context) {
        return RayServices.of(primary, Planning.of(context).plan());
    }
}
