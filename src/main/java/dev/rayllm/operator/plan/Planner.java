package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.NodesSpec;
import dev.rayllm.operator.api.v1alpha1.TriedOption;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.time.Duration;
import java.util.List;

/**
 * Decides everything about a deployment: model, runtime, hardware, split, context, utilisation, limits. Pure: the same
 * spec, catalogue and settings give the same outcome, and nothing is read from a cluster or a clock.
 */
public final class Planner {

    private static final Duration DEFAULT_START_BUDGET = Duration.ofMinutes(45);

    private final Catalog catalog;
    private final PlannerSettings settings;
    private final Search search;

    public Planner(Catalog catalog, PlannerSettings settings) {
        this(catalog, settings, MemoryModel.standard());
    }

    public Planner(Catalog catalog, PlannerSettings settings, MemoryModel memory) {
        this.catalog = catalog;
        this.settings = settings;
        this.search = new Search(memory);
    }

    /** Plans a deployment, or says in one refusal what stands against it. Never throws for what a user wrote. */
    public Outcome plan(LlmDeployment deployment) {
        return plan(deployment, List.of());
    }

    /** The same without hardware for which no node came. */
    public Outcome plan(LlmDeployment deployment, List<TriedOption> tried) {
        try {
            return new Outcome.Planned(decide(deployment, tried));
        } catch (Refusal refusal) {
            return refusal.outcome();
        }
    }

    private Plan decide(LlmDeployment deployment, List<TriedOption> tried) {
        LlmDeploymentSpec spec = deployment.getSpec();
        Settings s = Settings.of(spec);
        ModelRow row = ModelChoice.of(spec.model(), catalog.models(), search);
        ModelProfileSpec profile = row.spec();
        Architecture model = profile.architecture();
        Runtime runtime = RuntimeChoice.of(s.engine(), settings, catalog.runtimes());
        new EngineRules(catalog.engineArguments(runtime.vllmVersion()), runtime.vllmVersion()).check(s.engine(), model);
        HardwareChoice hardwareChoice = new HardwareChoice(catalog);
        List<Hardware> hardware = hardwareChoice.accepted(s.hardware(), profile, existing(s.nodes()), tried);
        ParallelChoice.check(s.engine(), row.name(), model, Demands.expertParallel(s.engine()), hardware);
        ScalingPlan scaling = ScalingChoice.of(s.scaling(), s.workload().concurrency());
        Demand demand = Demands.of(spec, s, profile, runtime, scaling, settings);
        Fitting fitting = Fitting.of(search, demand, s, hardware);
        if (fitting.result().best() == null) {
            throw new NothingFits(search, s, row.name(), fitting.demand(), fitting.result(), hardware)
                    .refusal(hardwareChoice.sensible(profile));
        }
        Duration budget = Durations.parse(s.rollout().startupDeadline(), DEFAULT_START_BUDGET);
        return new PlanAssembly(deployment, s, row, runtime, scaling, budget, settings, catalog, search, tried)
                .assemble(fitting);
    }

    private static boolean existing(NodesSpec nodes) {
        return nodes.mode() == NodesMode.EXISTING;
    }
}
