package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Every option that was not chosen, with exactly one reason, nearest misses first. */
final class RejectedOptions {

    private RejectedOptions() {
    }

    /** Options beside a plan: those that fit and cost more come first, then those that do not fit. */
    static List<RejectedOption> beside(Search.Result result, PoolMembers pool) {
        return Stream.concat(
                result.fitting().stream().filter(o -> !pool.contains(o))
                        .map(o -> new RejectedOption(o.candidate().text(), why(o, result.best()))),
                failing(result).stream()).toList();
    }

    /** Options that do not carry the demand. */
    static List<RejectedOption> failing(Search.Result result) {
        return result.failing().stream().map(o -> new RejectedOption(o.candidate().text(), o.refusal())).toList();
    }

    private static String why(Option option, Option best) {
        boolean unknown = Double.isNaN(option.usdPerReplica());
        if (unknown && !Double.isNaN(best.usdPerReplica())) {
            return "fits, but its price is not known";
        }
        if (option.usdPerReplica() > best.usdPerReplica()) {
            return String.format(Locale.ROOT, "fits, at %.3f USD/h instead of %.3f", option.usdPerReplica(),
                    best.usdPerReplica());
        }
        String price = unknown ? "fits, price not known either, " : "fits at the same price, ";
        if (option.candidate().stages() > best.candidate().stages()) {
            return price + "on more nodes";
        }
        return option.cachedTokens() < best.cachedTokens()
                ? price + "with room for " + option.cachedTokens() + " tokens instead of " + best.cachedTokens()
                : price + "and comes later by name";
    }
}
