package dev.rayllm.operator.controller.condition;

import dev.rayllm.operator.api.v1alpha1.FallbackStatus;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;
import java.time.Instant;

/**
 * Whether there is to be a gateway, or one is still used: after its block was removed it stays until the time that
 * status names. Suspending takes the model away, not the gateway, which answers from outside then. Unmet, it is deleted.
 */
public class GatewayWanted implements Condition<HasMetadata, LlmDeployment> {

    @Override
    public boolean isMet(DependentResource<HasMetadata, LlmDeployment> dependent, LlmDeployment primary,
            Context<LlmDeployment> context) {
        Planning planning = Planning.of(context);
        return planning.gateway() != null
                || (planning.refused() || retires(primary)) && dependent.getSecondaryResource(primary, context).isPresent();
    }

    private static boolean retires(LlmDeployment primary) {
        FallbackStatus gateway = primary.getStatus() == null ? null : primary.getStatus().fallback();
        return gateway != null && (gateway.removedAfter() == null
                || Instant.now().isBefore(Instant.parse(gateway.removedAfter())));
    }
}
