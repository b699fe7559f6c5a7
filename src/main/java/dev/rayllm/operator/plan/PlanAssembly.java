package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.EngineSpec;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.ModelCache;
import dev.rayllm.operator.api.v1alpha1.ProfileDefaults;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.TriedOption;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.plan.Plan.EnginePlan;
import dev.rayllm.operator.plan.Plan.PlacementPlan;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.Plan.WorkerPlan;
import dev.rayllm.operator.plan.placement.Candidate;
import dev.rayllm.operator.plan.placement.Cost;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Prices;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.WorkerSizing;
import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.throughput.Replica;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Puts a plan together from what was chosen. */
record PlanAssembly(LlmDeployment deployment, Settings s, ModelRow row, Runtime runtime, ScalingPlan scaling,
        Duration startBudget, PlannerSettings settings, Catalog catalog, Search search, List<TriedOption> tried) {

    /** Word by which a user turns a parser hint of the profile off. */
    private static final String NONE = "none";
    private static final Duration DEFAULT_CAPACITY_DEADLINE = Duration.ofMinutes(10);

    Plan assemble(Fitting fitting) {
        Demand demand = fitting.demand();
        Search.Result result = fitting.result();
        Option best = result.best();
        Candidate candidate = best.candidate();
        PoolMembers members = PoolMembers.of(search, demand, result, !s.hardware().instanceTypes().isEmpty());
        var pool = PoolChoice.of(s.nodes(), s.hardware(), settings, members, scaling, startBudget);
        PlacementPlan placement = new PlacementPlan(candidate.gpu().name(), members.typeNames(),
                candidate.type().gpuCount(), candidate.tensorParallelSize(), candidate.stages());
        WorkerPlan worker = worker(demand, candidate, members);
        EnginePlan engine = engine(demand, best);
        FallbackPlan fallback = FallbackChoice.of(deployment, scaling, engine, startBudget);
        List<String> warnings = new Warnings(deployment.getSpec(), s, fitting, members, scaling, pool, startBudget, row,
                search, catalog).list();
        tried.forEach(t -> warnings.add("no node came for " + t.gpu() + " on " + String.join(", ", t.instanceTypes()) + " ("
                + t.reason() + "), so that it is left out; an edit of the spec tries it again"));
        warnings.addAll(FallbackChoice.warnings(deployment, scaling, startBudget, fallback));
        return new Plan(row.name(), repository(), servedName(), runtime, engine, placement, worker,
                members.memory(), members.weakest(), scaling, pool, startBudget, cost(best, demand), replica(demand, best),
                fallback, reason(result, demand, members), new TokenHint(this::replica, demand, result, members).text(), warnings,
                RejectedOptions.beside(result, members, demand.spotOnly()),
                Durations.parse(s.rollout().capacityDeadline(), DEFAULT_CAPACITY_DEADLINE), tried.size());
    }

    /** The table's date counts for the table's own rows. */
    private String pricesOf(InstanceType type) {
        return catalog.builtIn(type) ? catalog.pricesOf() : Cost.OWN;
    }

    private String repository() {
        String id = deployment.getSpec().model().id();
        return id != null && deployment.getSpec().model().profile() != null ? id : row.spec().id();
    }

    private String servedName() {
        String name = deployment.getSpec().model().servedName();
        return name != null ? name : deployment.getMetadata().getName();
    }

    private EnginePlan engine(Demand demand, Option best) {
        EngineSpec engine = s.engine();
        ProfileDefaults hints = row.spec().defaults() != null ? row.spec().defaults()
                : new ProfileDefaults(null, null, null, null, null, null, null);
        EngineShape shape = best.sized().shape();
        boolean prefixCaching = engine.prefixCaching() != null ? engine.prefixCaching()
                : !Boolean.FALSE.equals(hints.prefixCaching());
        return new EnginePlan(demand.contextLength(),
                String.format(Locale.ROOT, "%.2f", shape.gpuMemoryUtilization()), shape.maxNumSeqs(),
                shape.maxNumBatchedTokens(), shape.dtype(), engine.quantization(), demand.kvCacheDtype(),
                prefixCaching, parser(engine.toolCallParser(), hints.toolCallParser()),
                parser(engine.reasoningParser(), hints.reasoningParser()), demand.concurrency(),
                demand.averageTokens());
    }

    private static String parser(String asked, String hint) {
        String chosen = asked != null ? asked : hint;
        return NONE.equals(chosen) ? null : chosen;
    }

    /** The worker fits the smallest type of the pool. */
    private WorkerPlan worker(Demand demand, Candidate candidate, PoolMembers members) {
        int tp = candidate.tensorParallelSize();
        int cpu = members.candidates()
                .mapToInt(c -> WorkerSizing.shareCpu(c.type(), c.workersPerNode())).min().orElseThrow();
        int memory = members.candidates()
                .mapToInt(c -> WorkerSizing.shareMemoryGib(c.type(), c.workersPerNode())).min().orElseThrow();
        int cache = cacheGib(demand, search.checkpointGib(demand));
        int efa = demand.efa() && candidate.stages() > 1 ? members.candidates()
                .mapToInt(c -> Math.max(1, c.type().efaCount() * tp / c.type().gpuCount())).min().orElse(0) : 0;
        return new WorkerPlan(cpu, memory, WorkerSizing.sharedMemoryGib(tp), cache, WorkerSizing.diskGib(cache), efa);
    }

    private int cacheGib(Demand demand, double checkpointGib) {
        ModelCache cache = deployment.getSpec().model().cache();
        if (!demand.cacheOnNode()) {
            return cache != null ? 0 : WorkerSizing.cacheGib(0);
        }
        if (cache == null) {
            return WorkerSizing.cacheGib(checkpointGib);
        }
        double asked = Sizes.gib(cache.sizeLimit());
        if (asked < checkpointGib) {
            throw new Refusal(Reason.DISK_TOO_SMALL, "spec.model.cache.sizeLimit", cache.sizeLimit() + " does not hold the "
                    + String.format(Locale.ROOT, "%.1f GiB", checkpointGib) + " of weights", "Use at least "
                    + WorkerSizing.cacheGib(checkpointGib) + "Gi, or leave it out");
        }
        return (int) Math.ceil(asked);
    }

    private Replica replica(Demand demand, Option best) {
        ProfileDefaults hints = row.spec().defaults();
        return Replica.of(demand.model(), demand.weights(), best.sized().shape(), best.candidate().gpu(),
                demand.concurrency(), demand.averageTokens(), hints != null && Boolean.TRUE.equals(hints.longOutputs()));
    }

    private Cost cost(Option best, Demand demand) {
        Candidate candidate = best.candidate();
        double node = best.usdPerReplica() * demand.replicas() / candidate.nodes(demand.replicas());
        return new Cost(best.usdPerReplica(),
                scaling.minReplicas() == 0 ? 0 : node * candidate.nodes(scaling.minReplicas()),
                node * candidate.nodes(scaling.maxReplicas()), pricesOf(candidate.type()),
                Prices.capacityType(candidate.type(), demand.spotOnly()));
    }

    private static String reason(Search.Result result, Demand demand, PoolMembers members) {
        String holds = demand.concurrency() + (demand.concurrency() == 1 ? " request of " : " requests of ")
                + demand.averageTokens() + " tokens";
        String why = result.fitting().size() == 1 ? "the only accepted option that holds " + holds
                : "cheapest of " + result.fitting().size() + " options that hold " + holds;
        return members.cards().size() == 1 ? why : why + "; sized on " + members.weakest()
                + ", the card with the least memory of " + String.join(", ", members.cards());
    }
}
