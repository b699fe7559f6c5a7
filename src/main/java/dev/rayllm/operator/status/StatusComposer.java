package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.Diagnosis;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.api.v1alpha1.PlanStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.plan.PlanSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Composes the whole status anew on each pass: no reason sticks. Pure. */
public final class StatusComposer {

    private static final Set<Reason> NODES_ARE_COMING = Set.of(Reason.NODE_PROVISIONING,
            Reason.WAITING_FOR_RAY_SERVICE, Reason.KUBERAY_NOT_INSTALLED);
    private static final Set<Reason> FAILED = Set.of(Reason.DEPLOY_FAILED, Reason.RAY_SERVICE_REFUSED,
            Reason.RAY_SERVICE_CONFLICT, Reason.NODE_POOL_CONFLICT);

    private StatusComposer() {
    }

    /** The status for what is known now. */
    public static LlmDeploymentStatus compose(StatusInput in) {
        LlmDeploymentStatus before = in.deployment().getStatus();
        Conditions conditions = new Conditions(before == null ? List.of() : before.conditions(), in.now());
        List<Diagnosis> diagnosis = Diagnoses.of(in.findings(), before, in.now());
        ReadyRule readyRule = new ReadyRule(in, conditions);
        Verdict ready = readyRule.verdict();
        Verdict progress = ProgressRule.verdict(in, conditions, ready, readyRule.servesNewest());
        boolean newest = readyRule.servesNewest() && progress.reason() != Reason.ROLLING_OUT;
        long generation = in.generation();
        long serving = newest || !ready.isTrue() ? generation : conditions.previous(ConditionType.READY)
                .filter(c -> c.observedGeneration() != null).map(Condition::observedGeneration).orElse(generation);
        List<Condition> all = new ArrayList<>(List.of(
                conditions.of(ConditionType.ACCEPTED, accepted(in), generation),
                conditions.of(ConditionType.CAPACITY_READY, CapacityRule.verdict(in), generation),
                conditions.of(ConditionType.PROGRESSING, Diagnoses.explain(progress, diagnosis), generation),
                conditions.of(ConditionType.SCALING, ScalingRule.verdict(in), generation),
                conditions.of(ConditionType.READY, Diagnoses.explain(ready, diagnosis), serving)));
        GatewayRule gateway = new GatewayRule(in);
        Verdict fallback = gateway.verdict();
        if (fallback != null) {
            all.add(conditions.of(ConditionType.FALLBACK_READY, fallback, generation));
        }
        return new LlmDeploymentStatus(generation, phase(in, ready, progress, newest), model(in), gateway.endpoint(), all,
                in.plan() == null && in.observation().service() == null ? null : Replicas.of(in).status(),
                plan(in, before), RolloutSummary.of(in.rollout(), in.history()),
                before == null ? null : before.capacity(), diagnosis, gateway.status());
    }

    private static Verdict accepted(StatusInput in) {
        if (in.rejected() != null) {
            return Verdict.no(in.rejected().reason(), in.rejected().text());
        }
        var warnings = in.plan().warnings();
        return Verdict.yes(Reason.PLANNED, warnings.isEmpty() ? in.plan().reason()
                : in.plan().reason() + ". Mind: " + String.join("; ", warnings));
    }

    private static Phase phase(StatusInput in, Verdict ready, Verdict progress, boolean newest) {
        if (in.suspended()) {
            return Phase.SUSPENDED;
        }
        if (in.rejected() != null) {
            return in.observation().service() == null ? Phase.FAILED : Phase.DEGRADED;
        }
        if (ready.isTrue()) {
            return progress.reason() == Reason.ROLLED_BACK ? Phase.DEGRADED : !newest ? Phase.UPDATING : ready.reason() == Reason.SCALED_TO_ZERO ? Phase.SCALED_TO_ZERO
                    : Phase.READY;
        }
        if (FAILED.contains(ready.reason()) || progress.reason() == Reason.STARTUP_DEADLINE_EXCEEDED) {
            return Phase.FAILED;
        }
        if (NODES_ARE_COMING.contains(ready.reason()) || NodeRule.SHORTAGES.contains(ready.reason())) {
            return in.observation().service() == null ? Phase.PENDING : Phase.PROVISIONING;
        }
        return ready.reason() == Reason.STARTING || progress.reason() == Reason.ROLLING_OUT ? Phase.STARTING
                : Phase.DEGRADED;
    }

    private static String model(StatusInput in) {
        var model = in.deployment().getSpec().model();
        return model.profile() != null ? model.profile() : model.id();
    }

    /** While a rendering is deferred, or a new spec refused, the plan shown stays that of what runs. */
    private static PlanStatus plan(StatusInput in, LlmDeploymentStatus before) {
        boolean keep = in.deferred() || in.rejected() != null && in.observation().service() != null;
        if (keep && before != null && before.plan() != null) {
            return before.plan();
        }
        return in.plan() == null ? null : PlanSummary.of(in.plan());
    }
}
