package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.Matcher.Result;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/** The RayService. */
@KubernetesDependent(informer = @Informer(labelSelector = Labels.MANAGED_BY + "=" + Labels.OPERATOR))
public class RayServiceDependent extends ChildDependent<RayService> {

    public RayServiceDependent() {
        super(RayService.class);
    }

    @Override
    protected RayService desired(LlmDeployment primary, Context<LlmDeployment> context) {
        return copy(Planning.of(context).target().service(), context);
    }

    @Override
    public Result<RayService> match(RayService actual, RayService desired, LlmDeployment primary, Context<LlmDeployment> context) {
        return Planning.of(context).held() ? Result.computed(true, desired) : super.match(actual, desired, primary, context);
    }

    /** By name: rendering it is not possible where it is not wanted, and it must be found to be deleted. */
    @Override
    protected ResourceID targetSecondaryResourceID(LlmDeployment primary, Context<LlmDeployment> context) {
        return new ResourceID(Names.rayService(primary.getMetadata().getName()), primary.getMetadata().getNamespace());
    }
}
