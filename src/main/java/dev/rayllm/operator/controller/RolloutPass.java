package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.RolloutSpec;
import dev.rayllm.operator.api.v1alpha1.RolloutStrategy;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.render.NodePools;
import dev.rayllm.operator.render.RayServices;
import dev.rayllm.operator.render.Stamp;
import dev.rayllm.operator.rollout.History;
import dev.rayllm.operator.rollout.Judgement;
import dev.rayllm.operator.rollout.Rendering;
import dev.rayllm.operator.rollout.Rollout;
import dev.rayllm.operator.rollout.Rollout.Step;
import dev.rayllm.operator.rollout.RolloutInput;
import dev.rayllm.operator.rollout.Rollouts;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.time.Instant;

/** The rollout part of one pass: gathers what is decided from, and carries out what was decided. */
final class RolloutPass {

    private final LlmDeployment deployment;
    private final Context<LlmDeployment> context;
    private final RevisionStore store;

    RolloutPass(LlmDeployment deployment, Context<LlmDeployment> context, RevisionStore store) {
        this.deployment = deployment;
        this.context = context;
        this.store = store;
    }

    /** The decision; null when nothing is to run. */
    Rollout decide(Outcome outcome, Sight sight, History history) {
        if (!(outcome instanceof Outcome.Planned planned) || Boolean.TRUE.equals(deployment.getSpec().suspend())) {
            return null;
        }
        Plan plan = planned.plan();
        Rendering rendering = new Rendering(RayServices.of(deployment, plan),
                plan.pool().mode() == NodesMode.KARPENTER ? NodePools.of(deployment, plan) : null);
        RolloutSpec rollout = deployment.getSpec().rollout();
        RolloutStrategy strategy = rollout == null || rollout.strategy() == null ? RolloutStrategy.SURGE
                : rollout.strategy();
        boolean autoRollback = rollout == null || !Boolean.FALSE.equals(rollout.autoRollback());
        return Rollouts.decide(new RolloutInput(rendering, deployment.getMetadata().getGeneration(), strategy,
                autoRollback, plan.placement().gpusPerNode(), untouched(rendering, sight), sight.service(), sight.pool(),
                sight.observation(), strategy == RolloutStrategy.RECREATE && sight.service() == null ? pods() : 0,
                history));
    }

    /** Whether only our own tables have changed since the last edit. */
    private static boolean untouched(Rendering rendering, Sight sight) {
        return sight.service() != null && Stamp.sameEditOtherResult(sight.service(), rendering.service())
                || sight.pool() != null && rendering.pool() != null
                && Stamp.sameEditOtherResult(sight.pool(), rendering.pool());
    }

    private int pods() {
        return context.getClient().pods().inNamespace(deployment.getMetadata().getNamespace())
                .withLabel(Labels.MANAGED_BY, Labels.OPERATOR)
                .withLabel(Labels.DEPLOYMENT, deployment.getMetadata().getName())
                .withLabelNotIn(Labels.ROLE, Labels.GATEWAY_ROLE).list().getItems().size();
    }

    /** Before children are applied: whether they are. While a change is held, that is the gateway alone. */
    boolean mayApply(Rollout rollout) {
        if (rollout != null && rollout.step() == Step.STOP_FIRST) {
            effects().stop();
        }
        return rollout == null || rollout.step() != Step.STOP_FIRST;
    }

    /** After children were applied. */
    void applied(Rollout rollout, Sight sight, Instant now) {
        if (rollout == null || rollout.untouched() || rollout.step() != Step.APPLY) {
            return;
        }
        if (rollout.dropPending() != null) {
            effects().dropPending(rollout.dropPending());
        }
        effects().propagateBounds(rollout, sight.observation().clusters());
        if (!rollout.rolledBack()) {
            store.applied(deployment, rollout, rollout.dropPending() != null, now, context.getClient());
        }
    }

    /** Notes what became of what was applied. */
    void judge(Rollout rollout, LlmDeploymentStatus status, Sight sight) {
        if (rollout != null) {
            Judgement.of(rollout, status, sight.observation()).ifPresent(j -> store.decided(deployment, j.revision(),
                    j.outcome(), j.reason(), context.getClient()));
        }
    }

    private RolloutEffects effects() {
        return new RolloutEffects(context.getClient(), deployment.getMetadata().getNamespace(),
                Names.rayService(deployment.getMetadata().getName()));
    }
}
