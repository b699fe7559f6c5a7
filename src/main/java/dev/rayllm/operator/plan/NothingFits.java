package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.GpuRules;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says why no accepted hardware carries a demand, what nearly does, and what would. */
final class NothingFits {

    private final Search search;
    private final LlmDeploymentSpec spec;
    private final Settings settings;
    private final ModelRow row;
    private final Demand demand;
    private final Search.Result result;
    private final Contexts contexts;

    NothingFits(Search search, LlmDeploymentSpec spec, Settings settings, ModelRow row, Demand demand,
            Search.Result result, Contexts contexts) {
        this.search = search;
        this.spec = spec;
        this.settings = settings;
        this.row = row;
        this.demand = demand;
        this.result = result;
        this.contexts = contexts;
    }

    Refusal refusal(List<Hardware> everything) {
        if (result.failing().isEmpty()) {
            return new Refusal(Reason.NO_MATCHING_HARDWARE, field(), "no accepted instance type allows the split that is"
                    + " asked for", "Leave tensorParallelSize and pipelineParallelSize out to have them chosen");
        }
        Option nearest = result.failing().get(0);
        Reason reason = reason(nearest);
        return new Refusal(reason, field(), row.name() + " with " + demand.contextLength()
                + " tokens of context does not run on " + nearest.candidate().text() + ": " + nearest.refusal(),
                remedy(reason, everything), result.rejected());
    }

    private Reason reason(Option nearest) {
        boolean card = GpuRules.problem(demand.model(), demand.dtype(), demand.quantization(), demand.kvCacheDtype(),
                nearest.candidate().gpu()).isPresent();
        if (card) {
            return Reason.UNSUPPORTED_ON_GPU;
        }
        if (nearest.sized() == null) {
            return Reason.NODE_TOO_SMALL;
        }
        var estimate = nearest.sized().estimate();
        return estimate.kvCache() > 0 ? Reason.KV_CACHE_TOO_SMALL : Reason.INSUFFICIENT_GPU_MEMORY;
    }

    /** The field that narrowed the choice, most specific first. */
    private String field() {
        if (settings.engine().tensorParallelSize() != null) {
            return "spec.engine.tensorParallelSize";
        }
        if (!settings.hardware().instanceTypes().isEmpty()) {
            return "spec.hardware.instanceTypes";
        }
        if (!settings.hardware().gpus().isEmpty()) {
            return "spec.hardware.gpus";
        }
        if (settings.workload().contextLength() != null) {
            return "spec.workload.contextLength";
        }
        return spec.workload() != null ? "spec.workload" : "spec.model";
    }

    private String remedy(Reason reason, List<Hardware> everything) {
        List<String> ways = new ArrayList<>();
        Demand shorter = reason == Reason.UNSUPPORTED_ON_GPU ? null : contexts.longestThatFits();
        if (shorter != null) {
            ways.add("a context of " + shorter.contextLength() + " tokens would fit here");
        }
        Option elsewhere = search.run(demand.withOpenSplit(), everything).best();
        if (elsewhere != null) {
            ways.add("cheapest that works: " + elsewhere.candidate().text() + String.format(Locale.ROOT,
                    " (%.3f USD/h)", elsewhere.usdPerReplica()));
        }
        if (demand.model().quantizationConfig() == null && demand.quantization() == null) {
            ways.add("a quantised build (FP8, AWQ) needs half the memory or less");
        }
        String text = ways.isEmpty() ? "Nothing in the instance table carries it: shorten workload.contextLength, lower"
                + " workload.concurrency, or add instance rows" : String.join("; ", ways);
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
