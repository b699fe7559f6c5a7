package dev.rayllm.operator.controller;

import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import io.javaoperatorsdk.operator.api.reconciler.Context;

/**
 * What one pass decided before anything is written; dependents read it from the context.
 *
 * @param outcome  what planning came to
 * @param conflict why the NodePool cannot be ours; null when it can
 * @param karpenter whether NodePools may be looked at and made at all
 */
public record Planning(Outcome outcome, String conflict, boolean karpenter) {

    /** The pass's planning. */
    public static Planning of(Context<?> context) {
        return context.managedWorkflowAndDependentResourceContext().getMandatory(Planning.class, Planning.class);
    }

    void keepIn(Context<?> context) {
        context.managedWorkflowAndDependentResourceContext().put(Planning.class, this);
    }

    /** The plan; only called where the workflow runs, which a refusal prevents. */
    public Plan plan() {
        return ((Outcome.Planned) outcome).plan();
    }
}
