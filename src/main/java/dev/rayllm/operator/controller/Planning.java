package dev.rayllm.operator.controller;

import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.rollout.Rendering;
import dev.rayllm.operator.rollout.Rollout;
import dev.rayllm.operator.rollout.Rollout.Step;
import io.javaoperatorsdk.operator.api.reconciler.Context;

/**
 * What one pass decided before anything is written; dependents read it from the context.
 *
 * @param outcome  what planning came to
 * @param rollout  how the plan reaches what runs; null when refused or suspended
 * @param diverted whether the gateway sends all requests outside, as the model sleeps
 * @param karpenter whether NodePools may be looked at and made at all
 * @param monitoring whether kinds of the Prometheus operator may be looked at and made at all
 */
public record Planning(Outcome outcome, Rollout rollout, boolean diverted, boolean karpenter, boolean monitoring) {

    /** The pass's planning. */
    public static Planning of(Context<?> context) {
        return context.managedWorkflowAndDependentResourceContext().getMandatory(Planning.class, Planning.class);
    }

    void keepIn(Context<?> context) {
        context.managedWorkflowAndDependentResourceContext().put(Planning.class, this);
    }

    /** The plan of the newest spec; only called where something is to run. */
    public Plan plan() {
        return ((Outcome.Planned) outcome).plan();
    }

    /** The plan of the gateway; null without a fallback, and where suspending goes on though the spec is refused. */
    public Plan gateway() {
        return outcome instanceof Outcome.Planned planned && planned.plan().fallback() != null ? planned.plan() : null;
    }

    /** Whether the spec is refused: a gateway that is there stays as it is then. */
    public boolean refused() {
        return outcome instanceof Outcome.Rejected;
    }

    /** Whether model and nodes stay as they are, as there is no room for the change; the gateway goes on changing. */
    public boolean held() {
        return rollout != null && rollout.step() == Step.HOLD;
    }

    /** The children to apply; only called where something is to run. */
    public Rendering target() {
        return rollout.target();
    }
}
