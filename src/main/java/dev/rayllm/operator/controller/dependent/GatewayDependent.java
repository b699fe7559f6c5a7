package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/**
 * One object of the gateway.
 *
 * @param <R> kind of the object
 */
abstract class GatewayDependent<R extends HasMetadata> extends ChildDependent<R> {

    /** Ours, and of a gateway: other objects of these kinds are none of this dependent's business. */
    static final String SELECTOR = Labels.MANAGED_BY + "=" + Labels.OPERATOR + "," + Labels.ROLE + "="
            + Labels.GATEWAY_ROLE;

    GatewayDependent(Class<R> kind) {
        super(kind);
    }

    /** The object for a plan with a fallback. */
    abstract R rendered(LlmDeployment primary, Plan plan, boolean diverted);

    @Override
    protected R desired(LlmDeployment primary, Context<LlmDeployment> context) {
        Planning planning = Planning.of(context);
        // One that is only kept for callers who still use it stays as it is.
        return planning.gateway() != null ? rendered(primary, planning.gateway(), planning.diverted())
                : getSecondaryResource(primary, context).orElseThrow();
    }

    /** By name: rendering it is not possible where it is not wanted, and it must be found to be deleted. */
    @Override
    protected ResourceID targetSecondaryResourceID(LlmDeployment primary, Context<LlmDeployment> context) {
        return new ResourceID(Names.gateway(primary.getMetadata().getName()), primary.getMetadata().getNamespace());
    }
}
