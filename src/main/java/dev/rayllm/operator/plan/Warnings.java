package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.ModelSpec;
import dev.rayllm.operator.api.v1alpha1.ProfileDefaults;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.UnsizedArguments;
import dev.rayllm.operator.plan.Plan.PoolPlan;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.GpuRules;
import dev.rayllm.operator.plan.placement.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What works but deserves a second look, and what would help. */
record Warnings(LlmDeploymentSpec spec, Settings s, Fitting fitting, PoolMembers members, ScalingPlan scaling,
        PoolPlan pool, Duration startBudget, ModelRow row, Search search, Catalog catalog) {

    private static final double LOW_UTILIZATION = 0.85;
    private static final double HIGH_UTILIZATION = 0.95;
    private static final int FEWEST_SEQUENCES = 32;
    private static final int MOST_SEQUENCES = 256;
    private static final int SHORTEST_CONTEXT = 2048;

    List<String> list() {
        List<String> warnings = new ArrayList<>();
        addEngine(warnings);
        addReduced(warnings);
        warnings.addAll(new LoadWarnings(s, fitting, scaling, search).list());
        warnings.addAll(new CapacityWarnings(fitting, members, scaling, pool, startBudget,
                search.checkpointGib(demand())).list());
        warnings.addAll(StartWarning.of(search.checkpointGib(demand()), fromHub(), pool, startBudget));
        addModel(warnings);
        warnings.addAll(RuntimeChoice.warnings(s.engine(), catalog.runtimes()));
        return warnings;
    }

    private Demand demand() {
        return fitting.demand();
    }

    private void addEngine(List<String> warnings) {
        var best = fitting.result().best();
        var shape = best.sized().shape();
        double utilization = shape.gpuMemoryUtilization();
        if (utilization < LOW_UTILIZATION || utilization > HIGH_UTILIZATION) {
            warnings.add("gpuMemoryUtilization " + s.engine().gpuMemoryUtilization() + " is outside the normal range of"
                    + " 0.85 to 0.95: below, memory is paid for and not used; above, late allocations may fail");
        }
        addRanges(warnings);
        if ("float16".equals(shape.dtype()) && "auto".equals(demand().dtype())) {
            warnings.add(best.candidate().gpu().name() + " has no bfloat16: dtype auto becomes float16");
        }
        members.candidates().map(c -> GpuRules.warning(demand().model(), demand().quantization(), c.gpu()))
                .flatMap(Optional::stream).distinct().forEach(warnings::add);
    }

    private void addRanges(List<String> warnings) {
        int sequences = fitting.result().best().sized().shape().maxNumSeqs();
        if (sequences < FEWEST_SEQUENCES || sequences > MOST_SEQUENCES) {
            warnings.add("max_num_seqs " + sequences + " is outside the usual range of " + FEWEST_SEQUENCES + " to "
                    + MOST_SEQUENCES + ": below, the GPU idles between few requests; above, each answer comes slowly");
        }
        if (demand().contextLength() < SHORTEST_CONTEXT) {
            warnings.add("a context of " + demand().contextLength() + " tokens is below " + SHORTEST_CONTEXT
                    + ": prompts with a few documents or tools are refused; workload.contextLength sets it");
        }
        if (s.engine().extraArgs() != null) {
            s.engine().extraArgs().forEach((name, value) -> UnsizedArguments.meaning(name, value).ifPresent(meaning ->
                    warnings.add("engine.extraArgs." + name + " is not part of the sizing: " + meaning)));
        }
    }

    /** Assumptions that accepted hardware did not carry. */
    private void addReduced(List<String> warnings) {
        Integer own = row.spec().architecture().maxPositionEmbeddings();
        if (s.workload().contextLength() == null && own != null && demand().contextLength() < own && shortened()) {
            warnings.add("context limited to " + demand().contextLength() + " of " + own
                    + " tokens: that is what fits the accepted hardware; workload.contextLength sets it");
        }
        if (fitting.reduced()) {
            Demand wanted = fitting.wanted();
            warnings.add("the cache holds " + requests(demand()) + " at once, not the assumed " + requests(wanted)
                    + ": further ones wait; workload.concurrency and averageTokens say what is needed");
        }
    }

    private static String requests(Demand demand) {
        return demand.concurrency() + (demand.concurrency() == 1 ? " request of " : " requests of ")
                + demand.averageTokens() + " tokens";
    }

    private boolean shortened() {
        ProfileDefaults defaults = row.spec().defaults();
        return defaults == null || defaults.contextLength() == null
                || demand().contextLength() < defaults.contextLength();
    }

    private void addModel(List<String> warnings) {
        ModelSpec model = spec.model();
        ProfileDefaults defaults = row.spec().defaults();
        boolean ownRepository = model.id() == null || model.id().equals(row.spec().id());
        if (defaults != null && Boolean.TRUE.equals(defaults.gated()) && fromHub() && ownRepository
                && model.tokenSecretRef() == null) {
            warnings.add(row.spec().id() + " is gated: without model.tokenSecretRef the hub refuses the download");
        }
        // Who writes a name of the row's own knows the row; a note explains it to those who came by another.
        if (row.spec().notes() != null && !row.ownName(model.profile() != null ? model.profile() : model.id())) {
            warnings.add(row.spec().notes());
        }
        ModelChoice.otherRow(model, row, catalog.models()).ifPresent(warnings::add);
        ProfileSize.warning(row, search).ifPresent(warnings::add);
    }

    private boolean fromHub() {
        return spec.model().source() == null || spec.model().source().equals("hub");
    }
}
