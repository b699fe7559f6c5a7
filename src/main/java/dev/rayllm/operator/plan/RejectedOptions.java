package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Prices;
import dev.rayllm.operator.plan.placement.Search;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Every option that was not chosen, with exactly one reason, nearest misses first. */
final class RejectedOptions {

    private RejectedOptions() {
    }

    /** Options beside a plan: those that fit and cost more come first, then those that do not fit. */
    static List<RejectedOption> beside(Search.Result result, PoolMembers pool, boolean spotOnly) {
        return Stream.concat(
                result.fitting().stream().filter(o -> !pool.contains(o))
                        .map(o -> new RejectedOption(o.candidate().text(), why(o, result.best(), spotOnly))),
                failing(result).stream()).toList();
    }

    /** Which price it is, where the two that are compared differ in that. */
    private static String kind(Option option, Option other, boolean spotOnly) {
        String own = Prices.capacityType(option.candidate().type(), spotOnly);
        return own.equals(Prices.capacityType(other.candidate().type(), spotOnly)) ? ""
                : own.equals("spot") ? " (spot)" : " (on demand, as no spot price is known)";
    }

    /** Options that do not carry the demand. */
    static List<RejectedOption> failing(Search.Result result) {
        return result.failing().stream().map(o -> new RejectedOption(o.candidate().text(), o.refusal())).toList();
    }

    private static String why(Option option, Option best, boolean spotOnly) {
        boolean unknown = Double.isNaN(option.usdPerReplica());
        if (unknown && !Double.isNaN(best.usdPerReplica())) {
            return "fits, but its price is not known";
        }
        if (option.usdPerReplica() > best.usdPerReplica()) {
            return String.format(Locale.ROOT, "fits, at %.3f USD/h%s instead of %.3f%s", option.usdPerReplica(), kind(option, best, spotOnly),
                    best.usdPerReplica(), kind(best, option, spotOnly));
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
