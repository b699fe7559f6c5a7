package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.controller.condition.DashboardWanted;
import dev.rayllm.operator.controller.condition.GatewayWanted;
import dev.rayllm.operator.controller.condition.MonitoringServed;
import dev.rayllm.operator.controller.condition.MonitoringWanted;
import dev.rayllm.operator.controller.condition.NodePoolServed;
import dev.rayllm.operator.controller.condition.NodePoolWanted;
import dev.rayllm.operator.controller.condition.NotSuspended;
import dev.rayllm.operator.controller.condition.RayServiceServed;
import dev.rayllm.operator.controller.dependent.DashboardDependent;
import dev.rayllm.operator.controller.dependent.GatewayBudgetDependent;
import dev.rayllm.operator.controller.dependent.GatewayConfigDependent;
import dev.rayllm.operator.controller.dependent.GatewayDeploymentDependent;
import dev.rayllm.operator.controller.dependent.GatewayServiceDependent;
import dev.rayllm.operator.controller.dependent.NodePoolDependent;
import dev.rayllm.operator.controller.dependent.PodMonitorDependent;
import dev.rayllm.operator.controller.dependent.PrometheusRuleDependent;
import dev.rayllm.operator.controller.dependent.RayServiceDependent;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.rollout.History;
import dev.rayllm.operator.rollout.Rollout;
import dev.rayllm.operator.status.Diversion;
import dev.rayllm.operator.status.Fallback;
import dev.rayllm.operator.status.StatusComposer;
import dev.rayllm.operator.status.StatusInput;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One pass: plan, apply, look, judge. The workflow below is the table of contents. */
@ControllerConfiguration(name = "llmdeployment", fieldManager = Patches.FIELD_MANAGER,
        maxReconciliationInterval = @MaxReconciliationInterval(interval = 5, timeUnit = TimeUnit.MINUTES))
@GradualRetry(maxAttempts = -1, initialInterval = 2000, intervalMultiplier = 1.8, maxInterval = 120_000)
@Workflow(explicitInvocation = true, dependents = {
    @Dependent(name = "node-pool", type = NodePoolDependent.class,
            activationCondition = NodePoolServed.class, reconcilePrecondition = NodePoolWanted.class),
    @Dependent(name = "ray-service", type = RayServiceDependent.class,
            activationCondition = RayServiceServed.class, reconcilePrecondition = NotSuspended.class),
    @Dependent(name = "pod-monitor", type = PodMonitorDependent.class,
            activationCondition = MonitoringServed.class, reconcilePrecondition = MonitoringWanted.class),
    @Dependent(name = "prometheus-rule", type = PrometheusRuleDependent.class,
            activationCondition = MonitoringServed.class, reconcilePrecondition = MonitoringWanted.class),
    @Dependent(name = "dashboard", type = DashboardDependent.class,
            activationCondition = MonitoringServed.class, reconcilePrecondition = DashboardWanted.class),
    @Dependent(name = "gateway-config", type = GatewayConfigDependent.class, reconcilePrecondition = GatewayWanted.class),
    @Dependent(name = "gateway-pods", type = GatewayDeploymentDependent.class, reconcilePrecondition = GatewayWanted.class),
    @Dependent(name = "gateway-service", type = GatewayServiceDependent.class, reconcilePrecondition = GatewayWanted.class),
    @Dependent(name = "gateway-budget", type = GatewayBudgetDependent.class, reconcilePrecondition = GatewayWanted.class)})
public class LlmDeploymentReconciler implements Reconciler<LlmDeployment>, Cleaner<LlmDeployment> {

    /** What a new status allows, such as letting go of a pool, is done in one more pass. */
    private static final Duration AFTER_CHANGE = Duration.ofSeconds(1);
    private static final Duration TEARDOWN_STEP = Duration.ofSeconds(3);

    private final Catalog catalog;
    private final PlannerSettings settings;
    private final ClusterWatch watch;
    private final Clock clock = Clock.systemUTC();
    private final Investigation investigation = new Investigation();
    private final CrdNotice crdNotice = new CrdNotice();
    private InformerEventSource<ModelProfile, LlmDeployment> profiles;
    private RevisionStore revisions;

    public LlmDeploymentReconciler(Catalog catalog, PlannerSettings settings) {
        this.catalog = catalog;
        this.settings = settings;
        this.watch = new ClusterWatch(settings.karpenter());
    }

    @Override
    public List<EventSource<?, LlmDeployment>> prepareEventSources(EventSourceContext<LlmDeployment> context) {
        profiles = Profiles.source(context);
        revisions = new RevisionStore(context);
        List<EventSource<?, LlmDeployment>> sources = watch.sources(context);
        sources.addAll(List.of(profiles, revisions.source()));
        return sources;
    }

    @Override
    public UpdateControl<LlmDeployment> reconcile(LlmDeployment deployment, Context<LlmDeployment> context) {
        Outcome outcome = crdNotice.addTo(outcome(deployment, context.getClient()), context.getClient(), clock.instant());
        Sight sight = Sight.of(deployment, outcome, context, settings.karpenter(), watch);
        History history = revisions.of(deployment);
        RolloutPass pass = new RolloutPass(deployment, context, revisions);
        Rollout rollout = pass.decide(outcome, sight, history);
        boolean diverted = outcome instanceof Outcome.Planned p && Diversion.of(p.plan(), sight.observation());
        new Planning(outcome, rollout, diverted, settings.karpenter(), settings.monitoring()).keepIn(context);
        // Suspending needs no plan.
        boolean planned = (outcome instanceof Outcome.Planned || Boolean.TRUE.equals(deployment.getSpec().suspend()))
                && sight.conflict() == null;
        boolean switching = OptionSwitch.underWay(deployment, outcome, rollout, sight, context.getClient(),
                watch.pods(deployment).toList());
        if (planned && !switching && pass.mayApply(rollout)) {
            context.managedWorkflowAndDependentResourceContext().reconcileManagedWorkflow();
            if (sight.childMissing() && gone(deployment, context.getClient())) {
                new Teardown(context.getClient(), deployment, settings, clock.instant()).everything();
                return UpdateControl.noUpdate();
            }
            pass.applied(rollout, sight, clock.instant());
        }
        sight = Sight.of(deployment, outcome, context, settings.karpenter(), watch);
        lift(deployment, sight, context.getClient());
        Instant now = clock.instant();
        List<Finding> findings = investigation.findings(deployment, sight.observation(), context.getClient(), now);
        StatusInput in = sight.statusInput(deployment, outcome, rollout, history, findings, now);
        LlmDeploymentStatus status = StatusComposer.compose(in)
                .withCapacity(new Fallback(in, tried -> planner().plan(deployment, tried)).next());
        if (planned) {
            pass.judge(rollout, status, sight);
        }
        return write(deployment, status, context, NextLook.after(outcome, sight, status));
    }

    private void lift(LlmDeployment deployment, Sight sight, KubernetesClient client) {
        boolean all = Boolean.TRUE.equals(deployment.getSpec().suspend());
        Set<String> names = all ? Set.of() : Evictable.of(sight.observation().capacity());
        Protection.lift(client, watch.pods(deployment).filter(p -> all || names.contains(p.getMetadata().getName())));
    }

    /** The finalizer may have been lost, see {@link Orphans}: then what was just made is taken back at once. */
    private static boolean gone(LlmDeployment deployment, KubernetesClient client) {
        LlmDeployment now = client.resource(deployment).get();
        return now == null || !now.getMetadata().getUid().equals(deployment.getMetadata().getUid());
    }

    private Outcome outcome(LlmDeployment deployment, KubernetesClient client) {
        Optional<Outcome.Rejected> missing = new References(client).missing(deployment);
        return missing.isPresent() ? missing.get() : planner().plan(deployment, Fallback.tried(deployment));
    }

    private Planner planner() {
        return new Planner(catalog.withModels(Profiles.rows(profiles)), settings);
    }

    /**
     * Written only when it changed. After an edit one more pass follows at once: SDK 5.3.2 can lose an edit that comes
     * while status is patched (operator-framework/java-operator-sdk#3398).
     */
    private UpdateControl<LlmDeployment> write(LlmDeployment deployment, LlmDeploymentStatus status,
            Context<LlmDeployment> context, Duration again) {
        LlmDeploymentStatus before = deployment.getStatus();
        boolean edited = before == null
                || !deployment.getMetadata().getGeneration().equals(before.observedGeneration());
        UpdateControl<LlmDeployment> control;
        if (status.equals(before)) {
            control = UpdateControl.noUpdate();
        } else {
            new Events(context.getClient()).tell(deployment, before, status);
            control = UpdateControl.patchStatus(Patches.status(deployment, status));
        }
        if (edited) {
            return control.rescheduleAfter(Duration.ZERO);
        }
        if (again != null) {
            return control.rescheduleAfter(again);
        }
        return control.isNoUpdate() ? control : control.rescheduleAfter(AFTER_CHANGE);
    }

    @Override
    public ErrorStatusUpdateControl<LlmDeployment> updateErrorStatus(LlmDeployment deployment,
            Context<LlmDeployment> context, Exception error) {
        if (Failures.interrupted(error)) {
            return ErrorStatusUpdateControl.noStatusUpdate();
        }
        LlmDeploymentStatus status = Failures.status(deployment, error, clock.instant());
        if (status.equals(deployment.getStatus())) {
            return ErrorStatusUpdateControl.noStatusUpdate();
        }
        new Events(context.getClient()).tell(deployment, deployment.getStatus(), status);
        return ErrorStatusUpdateControl.patchStatus(Patches.status(deployment, status));
    }

    @Override
    public DeleteControl cleanup(LlmDeployment deployment, Context<LlmDeployment> context) {
        Optional<Teardown.Remaining> remaining = new Teardown(context.getClient(), deployment, settings, clock.instant()).next();
        if (remaining.isEmpty()) {
            investigation.forget(deployment);
            return DeleteControl.defaultDelete();
        }
        LlmDeploymentStatus status = Deleting.status(deployment, remaining.get(), clock.instant());
        if (!status.equals(deployment.getStatus())) {
            new Events(context.getClient()).tell(deployment, deployment.getStatus(), status);
            Patches.apply(context.getClient(), Patches.status(deployment, status));
        }
        return DeleteControl.noFinalizerRemoval().rescheduleAfter(TEARDOWN_STEP);
    }
}
