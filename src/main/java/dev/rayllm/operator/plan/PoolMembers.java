package dev.rayllm.operator.plan;

import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.placement.Candidate;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.EngineSizing.Sized;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The instance types that a pool may hold beside the cheapest, so that one that is sold out does not stop a start. Each
 * of them runs the plan with the settings of the cheapest; the weakest card binds.
 *
 * @param options options of the pool, the best first, then by price
 * @param weakest card with the least memory among them
 * @param memory  memory of that card with the settings of the plan
 */
record PoolMembers(List<Option> options, String weakest, MemoryEstimate memory) {

    /** Unasked, nothing dearer than this many times the cheapest joins the pool. */
    private static final double PRICE_BAND = 1.5;

    /**
     * The pool around the best option.
     *
     * @param named whether the user listed the instance types; then every listed one that can run the plan joins
     */
    static PoolMembers of(Search search, Demand demand, Search.Result result, boolean named) {
        Option best = result.best();
        List<Option> members = new ArrayList<>(List.of(best));
        Option weakest = best;
        Sized binding = best.sized();
        for (Option option : result.fitting()) {
            if (option == best || !joins(best, option, named)) {
                continue;
            }
            Sized sized = search.judge(demand, option.candidate().gpu(), best.sized());
            if (sized.fits()) {
                members.add(option);
                boolean weaker = sized.estimate().usable() < binding.estimate().usable();
                weakest = weaker ? option : weakest;
                binding = weaker ? sized : binding;
            }
        }
        return new PoolMembers(List.copyOf(members), weakest.candidate().gpu().name(), binding.estimate());
    }

    private static boolean joins(Option best, Option other, boolean named) {
        Candidate b = best.candidate();
        Candidate o = other.candidate();
        boolean sameSplit = b.tensorParallelSize() == o.tensorParallelSize() && b.stages() == o.stages();
        // What dtype auto becomes differs between old and new cards, and the plan writes one.
        boolean sameType = best.sized().shape().dtype().equals(other.sized().shape().dtype());
        if (!sameSplit || !sameType || o.type().name().equals(b.type().name())) {
            return false;
        }
        return named || o.gpu().equals(b.gpu()) && o.type().gpuCount() == b.type().gpuCount()
                && other.usdPerReplica() <= best.usdPerReplica() * PRICE_BAND;
    }

    boolean contains(Option option) {
        return options.contains(option);
    }

    Stream<Candidate> candidates() {
        return options.stream().map(Option::candidate);
    }

    /** Names of the types, cheapest first. */
    List<String> typeNames() {
        return candidates().map(Candidate::type).map(InstanceType::name).toList();
    }

    /** Names of the cards, that of the cheapest type first. */
    List<String> cards() {
        return candidates().map(c -> c.gpu().name()).distinct().toList();
    }
}
