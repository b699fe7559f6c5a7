package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.ArrayList;
import java.util.List;

/**
 * The same choice once more, written as plainly as can be and with nothing shared but the memory model: every option is
 * tried by itself, and the best is kept by comparing field after field.
 */
final class BruteForce {

    private static final int[] SEQUENCES = {16, 24, 32, 48, 64, 96, 128, 192, 256};

    private final MemoryModel memory;
    private final Demand demand;

    BruteForce(MemoryModel memory, Demand demand) {
        this.memory = memory;
        this.demand = demand;
    }

    /** What came out for one option; tokens are -1 when it does not carry the demand. */
    record Found(Hardware hardware, int tensorParallelSize, int stages, double price, long tokens) {

        boolean fits() {
            return tokens >= 0;
        }
    }

    /** All options of the enumeration, in no order. */
    List<Found> options(List<Hardware> hardware) {
        if (demand.pipelineParallelSize() != null) {
            return options(hardware, demand.pipelineParallelSize(), false);
        }
        List<Found> all = options(hardware, 1, false);
        for (int stages = 2; stages <= 8; stages++) {
            for (Found option : all) {
                if (option.fits()) {
                    return all;
                }
            }
            all.addAll(options(hardware, stages, true));
        }
        return all;
    }

    private List<Found> options(List<Hardware> hardware, int stages, boolean unasked) {
        List<Found> all = new ArrayList<>();
        for (Hardware h : hardware) {
            int gpus = h.type().gpuCount();
            for (int tp = 1; tp <= gpus; tp++) {
                boolean asked = demand.tensorParallelSize() != null;
                boolean wanted = asked ? tp == demand.tensorParallelSize() : stages == 1 || tp == gpus;
                boolean large = !unasked || tp >= 8;
                if (wanted && large && stages <= demand.model().numHiddenLayers() && (asked || divides(tp))) {
                    all.add(new Found(h, tp, stages, price(h.type(), tp, stages), tokens(h, tp, stages)));
                }
            }
        }
        return all;
    }

    /** The cheapest; then fewer nodes, more tokens, the name, the smaller group. Null when nothing fits. */
    static Found best(List<Found> options) {
        Found best = null;
        for (Found option : options) {
            if (option.fits() && (best == null || better(option, best))) {
                best = option;
            }
        }
        return best;
    }

    private static boolean better(Found a, Found b) {
        double priceA = Double.isNaN(a.price()) ? Double.POSITIVE_INFINITY : a.price();
        double priceB = Double.isNaN(b.price()) ? Double.POSITIVE_INFINITY : b.price();
        if (priceA != priceB) {
            return priceA < priceB;
        }
        if (a.stages() != b.stages()) {
            return a.stages() < b.stages();
        }
        if (a.tokens() != b.tokens()) {
            return a.tokens() > b.tokens();
        }
        int name = a.hardware().type().name().compareTo(b.hardware().type().name());
        return name != 0 ? name < 0 : a.tensorParallelSize() < b.tensorParallelSize();
    }

    private boolean divides(int tp) {
        int heads = demand.model().numAttentionHeads();
        int keyValueHeads = demand.model().numKeyValueHeads();
        return heads % tp == 0 && (keyValueHeads % tp == 0 || tp % keyValueHeads == 0);
    }

    /** Whole nodes for the replicas, shared among them. */
    private double price(InstanceType type, int tp, int stages) {
        int workers = demand.replicas() * stages;
        int perNode = type.gpuCount() / tp;
        int nodes = workers / perNode + (workers % perNode > 0 ? 1 : 0);
        boolean spot = demand.spotOnly() && !Double.isNaN(type.spotUsdPerHour());
        return (spot ? type.spotUsdPerHour() : type.onDemandUsdPerHour()) * nodes / demand.replicas();
    }

    private long tokens(Hardware h, int tp, int stages) {
        boolean can = card(h.gpu()) && (!demand.efa() || stages == 1 || h.type().efaCount() > 0) && node(h.type(), tp);
        return can ? engine(h.gpu(), tp, stages) : -1;
    }

    private boolean card(Gpu gpu) {
        int capability = gpu.computeCapability();
        boolean old = capability < 80;
        return capability >= demand.minComputeCapability() && !(old && demand.dtype().equals("bfloat16"))
                && !(old && "fp8".equals(demand.quantization())) && !(old && demand.kvCacheDtype().equals("fp8"));
    }

    /** A worker's share of CPU, memory and disk, with what daemon sets take put aside. */
    private boolean node(InstanceType type, int tp) {
        int workers = type.gpuCount() / tp;
        double weights = memory.checkpointGib(demand.model());
        boolean cpu = Math.floor((type.cpuCores() - 0.4) / workers) >= tp + 2;
        boolean host = Math.floor((type.memoryGib() - 0.75) / workers) >= Math.ceil(4 + 1.5 * tp + 2 + Math.min(weights, 5));
        double cache = demand.cacheOnNode() ? Math.ceil(weights * 1.2) + 5 : 0;
        return cpu && host && (demand.nodeDiskGib() == null || (cache + 30) * workers <= demand.nodeDiskGib());
    }

    /** The first share of memory at which the fewest sequences fit, and there the most sequences that can be fed. */
    private long engine(Gpu gpu, int tp, int stages) {
        for (double share : demand.utilizations()) {
            int[] ladder = ladder();
            if (tokens(gpu, tp, stages, share, ladder[0]) < 0) {
                continue;
            }
            for (int i = ladder.length - 1; i >= 0; i--) {
                long tokens = tokens(gpu, tp, stages, share, ladder[i]);
                if (tokens >= 0 && (ladder[i] <= Math.max(32, demand.concurrency())
                        || ladder[i] <= held(gpu, tp, stages, share, ladder[i]))) {
                    return tokens;
                }
            }
            return tokens(gpu, tp, stages, share, ladder[0]);
        }
        return -1;
    }

    private int[] ladder() {
        if (demand.maxNumSeqs() != null) {
            return new int[] {demand.maxNumSeqs()};
        }
        int most = demand.maxNumBatchedTokens() == null ? Integer.MAX_VALUE : demand.maxNumBatchedTokens();
        List<Integer> steps = new ArrayList<>();
        for (int s : SEQUENCES) {
            if (s >= demand.concurrency() && s <= most) {
                steps.add(s);
            }
        }
        if (steps.isEmpty()) {
            steps.add(Math.min((demand.concurrency() + 31) / 32 * 32, most));
        }
        return steps.stream().mapToInt(Integer::intValue).toArray();
    }

    private long tokens(Gpu gpu, int tp, int stages, double share, int sequences) {
        EngineShape shape = shape(gpu, tp, stages, share, sequences);
        MemoryEstimate estimate = memory.estimate(demand.model(), demand.weights(), shape, gpu);
        double typical = memory.requestGib(demand.model(), shape, demand.averageTokens());
        return estimate.starts() && typical * demand.concurrency() <= estimate.kvCache() ? estimate.kvCacheTokens() : -1;
    }

    private long held(Gpu gpu, int tp, int stages, double share, int sequences) {
        EngineShape shape = shape(gpu, tp, stages, share, sequences);
        return (long) (memory.estimate(demand.model(), demand.weights(), shape, gpu).kvCache()
                / memory.requestGib(demand.model(), shape, demand.averageTokens()));
    }

    private EngineShape shape(Gpu gpu, int tp, int stages, double share, int sequences) {
        int step = demand.maxNumBatchedTokens() != null ? demand.maxNumBatchedTokens()
                : Math.max(sequences, gpu.memoryGib() >= 70 ? 8192 : 2048);
        String dtype = demand.dtype().equals("auto") && gpu.computeCapability() < 80 ? "float16" : demand.dtype();
        return new EngineShape(tp, stages, false, demand.contextLength(), share, sequences, step, dtype,
                demand.quantization(), demand.kvCacheDtype(), demand.enforceEager(), demand.vllm());
    }
}
