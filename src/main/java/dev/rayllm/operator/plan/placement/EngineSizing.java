package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Chooses memory utilisation, sequence limit and step size on one card: the most sequences, 32 to 256, that the cache
 * holds at the typical length, at the first utilisation that carries the workload.
 */
public final class EngineSizing {

    /** From here up vLLM's own default step is 8192 tokens, A100 excepted; below it is 2048. */
    private static final double LARGE_CARD_GIB = 70;
    private static final int LARGE_STEP = 8192;
    private static final int SMALL_STEP = 2048;
    /** Sequences cost a few MiB each, so that fewer would slow the engine for nothing. */
    private static final int[] SEQUENCE_LADDER = {256, 192, 128, 96, 64, 48, 32, 24, 16};
    private static final int FEWEST_TYPICAL = 32;

    /** What does not start lacks something, also where the sum would just come out. */
    private static final double LEAST_SHORTFALL_GIB = 0.01;

    private final MemoryModel memory;

    public EngineSizing(MemoryModel memory) {
        this.memory = memory;
    }

    /**
     * What came out for one card and split.
     *
     * @param shape     settings of the engine; of the last try when refused
     * @param estimate  memory of the limiting GPU with them
     * @param refusal   why it does not carry the workload; null when it does
     * @param shortfall GiB a GPU that are missing; 0 when it carries the workload
     */
    public record Sized(EngineShape shape, MemoryEstimate estimate, String refusal, double shortfall) {

        public boolean fits() {
            return refusal == null;
        }
    }

    /** Sizes the engine for a demand on a card with a split. */
    public Sized size(Demand demand, Gpu gpu, int tensorParallelSize, int stages) {
        int[] ladder = ladder(demand);
        Sized leanest = null;
        for (double utilization : demand.utilizations()) {
            Sized sized = judge(demand, gpu, shape(demand, gpu, tensorParallelSize, stages, utilization,
                    ladder[ladder.length - 1]));
            if (sized.fits()) {
                return widest(demand, gpu, sized, ladder);
            }
            if (leanest == null || sized.shortfall() < leanest.shortfall()) {
                leanest = sized;
            }
        }
        return leanest;
    }

    /** From the fewest sequences that fit up to the most that still fit and that the cache can feed. */
    private Sized widest(Demand demand, Gpu gpu, Sized fewest, int[] ladder) {
        for (int sequences : ladder) {
            EngineShape f = fewest.shape();
            Sized sized = judge(demand, gpu, shape(demand, gpu, f.tensorParallelSize(),
                    f.pipelineParallelSize(), f.gpuMemoryUtilization(), sequences));
            if (sized.fits() && (sequences <= FEWEST_TYPICAL || sequences <= demand.concurrency()
                    || sequences <= heldRequests(demand, sized))) {
                return sized;
            }
        }
        return fewest;
    }

    /** Requests of the typical length that the cache holds at once. */
    long heldRequests(Demand demand, Sized sized) {
        double typical = memory.requestGib(demand.model(), sized.shape(), demand.averageTokens());
        return typical <= 0 ? Long.MAX_VALUE : (long) (sized.estimate().kvCache() / typical);
    }

    /** Whether the engine starts on a card with these settings and carries the demand. */
    Sized judge(Demand demand, Gpu gpu, EngineShape shape) {
        MemoryEstimate estimate = memory.estimate(demand.model(), demand.weights(), shape, gpu);
        double typical = memory.requestGib(demand.model(), shape, demand.averageTokens());
        double wanted = Math.max(estimate.requestGib(), typical * demand.concurrency());
        double missing = wanted - estimate.kvCache();
        if (!estimate.starts()) {
            return new Sized(shape, estimate, estimate.refusal(), Math.max(missing, LEAST_SHORTFALL_GIB));
        }
        return missing <= 0 ? new Sized(shape, estimate, null, 0)
                : new Sized(shape, estimate, String.format(Locale.ROOT,
                        "cache of %.1f GiB a GPU holds %d requests of %d tokens, %d asked", estimate.kvCache(),
                        (long) (estimate.kvCache() / typical), demand.averageTokens(), demand.concurrency()), missing);
    }

    /** Sequence limits to try, widest first: what the user asked, else the ladder down to the concurrency. */
    private static int[] ladder(Demand demand) {
        if (demand.maxNumSeqs() != null) {
            return new int[] {demand.maxNumSeqs()};
        }
        int needed = demand.concurrency();
        int cap = demand.maxNumBatchedTokens() == null ? Integer.MAX_VALUE : demand.maxNumBatchedTokens();
        int[] steps = IntStream.of(SEQUENCE_LADDER).filter(s -> s >= needed && s <= cap).toArray();
        return steps.length > 0 ? steps : new int[] {Math.min(Math.ceilDiv(needed, 32) * 32, cap)};
    }

    private static EngineShape shape(Demand demand, Gpu gpu, int tp, int stages, double utilization, int sequences) {
        int step = demand.maxNumBatchedTokens() != null ? demand.maxNumBatchedTokens()
                : Math.max(sequences, gpu.memoryGib() >= LARGE_CARD_GIB && !gpu.name().startsWith("A100")
                        ? LARGE_STEP : SMALL_STEP);
        return new EngineShape(tp, stages, demand.expertParallel(), demand.contextLength(), utilization, sequences,
                step, GpuRules.effectiveDtype(demand.dtype(), gpu), demand.quantization(), demand.kvCacheDtype(),
                demand.enforceEager(), demand.vllm());
    }
}
