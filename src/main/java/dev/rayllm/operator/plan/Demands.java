package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.CapacityType;
import dev.rayllm.operator.api.v1alpha1.DType;
import dev.rayllm.operator.api.v1alpha1.EngineSpec;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.ProfileDefaults;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import dev.rayllm.operator.plan.placement.Demand;
import java.util.List;
import java.util.stream.Stream;

/** Turns a spec with its profile into what hardware is searched for. */
final class Demands {

    private static final String CONTEXT = "spec.workload.contextLength";
    private static final int DEFAULT_AVERAGE_TOKENS = 2048;
    /** A model that writes its chain of thought fills half its context, up to this many tokens. */
    private static final int LONG_AVERAGE_TOKENS = 8192;
    /**
     * At full length, which requests in flight have only at their end: as many as 18 to 25 under way, depending on the share of
     * the answer. So the target of 20 is held, or there is a warning; sizing for 20 ends would double the price of some models.
     */
    private static final int DEFAULT_CONCURRENCY = 16;
    /** As many as the CRD allows for workload.concurrency: a higher target for scaling is no wish for a larger engine. */
    private static final int MOST_ASSUMED = 4096;
    /** Tried in turn until one carries the workload; 0.85 leaves room for late allocations. */
    static final List<Double> USUAL_UTILIZATIONS = List.of(0.90, 0.92, 0.95, 0.85);

    private Demands() {
    }

    static Demand of(LlmDeploymentSpec spec, Settings s, ModelProfileSpec profile, Runtime runtime,
            ScalingPlan scaling, PlannerSettings settings) {
        EngineSpec engine = s.engine();
        ProfileDefaults defaults = profile.defaults();
        Architecture model = profile.architecture();
        int context = context(s, profile);
        boolean longOutputs = defaults != null && Boolean.TRUE.equals(defaults.longOutputs());
        int average = s.workload().averageTokens() != null ? s.workload().averageTokens()
                : Math.min(context, longOutputs ? Math.clamp(context / 2, 1, LONG_AVERAGE_TOKENS)
                        : DEFAULT_AVERAGE_TOKENS);
        if (average > context) {
            throw new Refusal(Reason.INVALID_SPEC, "spec.workload.averageTokens", average
                    + " is above the context length " + context, "A typical request cannot be longer than the longest");
        }
        int concurrency = concurrency(s);
        checkSequences(engine, concurrency, s.workload().concurrency() != null);
        return new Demand(model, profile.weights(), runtime.vllmVersion(), context,
                engine.maxNumSeqs() == null ? concurrency : Math.min(concurrency, engine.maxNumSeqs()), average,
                engine.tensorParallelSize(), engine.pipelineParallelSize(), utilizations(engine, defaults),
                engine.maxNumSeqs(), engine.maxNumBatchedTokens(),
                engine.dtype() == null ? DType.AUTO.text() : engine.dtype().text(), engine.quantization(),
                kvCacheDtype(engine, model), expertParallel(engine),
                flag(engine, "enforce_eager"), runtime.minComputeCapability(),
                s.hardware().network() != null && s.hardware().network().fabric() != null,
                s.hardware().capacityTypes().equals(List.of(CapacityType.SPOT)), Math.max(1, scaling.minReplicas()),
                settings.nodeDiskGib(), cacheOnNode(spec));
    }

    /** Who says when another replica is added says what one should hold. */
    private static int concurrency(Settings s) {
        Integer target = s.scaling().targetOngoingRequests();
        return s.workload().concurrency() != null ? s.workload().concurrency()
                : target == null ? DEFAULT_CONCURRENCY : Math.min(target, MOST_ASSUMED);
    }

    /** Builds with scales for an fp8 cache get one from the engine itself; the plan says and counts what it does. */
    private static String kvCacheDtype(EngineSpec engine, Architecture model) {
        if (engine.kvCacheDtype() != null && !engine.kvCacheDtype().equals("auto")) {
            return engine.kvCacheDtype();
        }
        boolean asBuilt = model.quantizationConfig() != null
                && (engine.quantization() == null || engine.quantization().equals(model.quantizationConfig().quantMethod()));
        return asBuilt ? model.quantizationConfig().defaultKvCacheDtype() : "auto";
    }

    static boolean expertParallel(EngineSpec engine) {
        return flag(engine, "enable_expert_parallel");
    }

    /** Whether downloaded weights lie on the node's disk: no claim holds them. */
    static boolean cacheOnNode(LlmDeploymentSpec spec) {
        boolean claim = spec.model().cache() != null && spec.model().cache().claimName() != null;
        boolean source = spec.model().source() != null && spec.model().source().startsWith("pvc://");
        return !claim && !source;
    }

    private static void checkSequences(EngineSpec engine, int concurrency, boolean asked) {
        if (asked && engine.maxNumSeqs() != null && concurrency > engine.maxNumSeqs()) {
            throw new Refusal(Reason.INVALID_SPEC, "spec.engine.maxNumSeqs", engine.maxNumSeqs()
                    + " is below workload.concurrency " + concurrency, "Raise maxNumSeqs or lower concurrency");
        }
    }

    private static int context(Settings s, ModelProfileSpec profile) {
        Integer most = profile.architecture().maxPositionEmbeddings();
        Integer asked = s.workload().contextLength();
        boolean overridden = s.engine().extraArgs() != null && s.engine().extraArgs().containsKey("hf_overrides");
        if (asked != null && most != null && asked > most && !overridden) {
            throw new Refusal(Reason.CONTEXT_TOO_LONG, CONTEXT, asked + " tokens are more than the model's own maximum of "
                    + most, "Use at most " + most + ", or another model");
        }
        if (asked != null) {
            return asked;
        }
        Integer preset = profile.defaults() == null ? null : profile.defaults().contextLength();
        int wanted = preset != null ? preset : most != null ? most : DEFAULT_AVERAGE_TOKENS;
        return most == null ? wanted : Math.min(wanted, most);
    }

    private static List<Double> utilizations(EngineSpec engine, ProfileDefaults defaults) {
        if (engine.gpuMemoryUtilization() != null) {
            return List.of(Double.parseDouble(engine.gpuMemoryUtilization()));
        }
        if (defaults == null || defaults.gpuMemoryUtilization() == null) {
            return USUAL_UTILIZATIONS;
        }
        double first = Double.parseDouble(defaults.gpuMemoryUtilization());
        return Stream.concat(Stream.of(first), USUAL_UTILIZATIONS.stream()).distinct().toList();
    }

    private static boolean flag(EngineSpec engine, String name) {
        return engine.extraArgs() != null && Boolean.TRUE.equals(engine.extraArgs().get(name));
    }
}
