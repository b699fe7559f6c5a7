package dev.rayllm.operator.plan;

import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.placement.Candidate;
import dev.rayllm.operator.plan.placement.EngineSizing;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import java.util.List;

/**
 * Which instance types the pool may hold beside the cheapest, so that one that is sold out does not stop a start. All
 * of them carry the plan with the same settings; the weakest GPU binds.
 */
final class PoolTypes {

    /** Unasked, nothing dearer than this many times the cheapest joins the pool. */
    private static final double PRICE_BAND = 1.5;

    private PoolTypes() {
    }

    /**
     * The options of the pool, cheapest first; the best comes first always.
     *
     * @param named whether the user listed the instance types; then all listed ones that can carry the plan join
     */
    static List<Option> of(Search.Result result, boolean named) {
        Option best = result.best();
        return result.fitting().stream().filter(o -> o == best || joins(best, o, named)).toList();
    }

    private static boolean joins(Option best, Option other, boolean named) {
        Candidate b = best.candidate();
        Candidate o = other.candidate();
        boolean sameSplit = b.tensorParallelSize() == o.tensorParallelSize() && b.stages() == o.stages();
        if (!sameSplit || o.type().name().equals(b.type().name())) {
            return false;
        }
        if (named) {
            return sameSettings(best.sized(), other.sized());
        }
        return o.gpu().equals(b.gpu()) && o.type().gpuCount() == b.type().gpuCount()
                && other.usdPerReplica() <= best.usdPerReplica() * PRICE_BAND;
    }

    /** A card with more room may run with the settings of the best; one that needs others may not join. */
    private static boolean sameSettings(EngineSizing.Sized best, EngineSizing.Sized other) {
        return other.shape().gpuMemoryUtilization() <= best.shape().gpuMemoryUtilization()
                && other.shape().maxNumSeqs() >= best.shape().maxNumSeqs()
                && other.shape().dtype().equals(best.shape().dtype())
                && other.shape().maxNumBatchedTokens() >= best.shape().maxNumBatchedTokens();
    }

    static List<InstanceType> types(List<Option> pool) {
        return pool.stream().map(o -> o.candidate().type()).toList();
    }
}
