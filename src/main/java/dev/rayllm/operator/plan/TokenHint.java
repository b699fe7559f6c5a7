package dev.rayllm.operator.plan;

import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.throughput.Replica;
import dev.rayllm.operator.plan.throughput.SpeedSummary;
import dev.rayllm.operator.plan.throughput.TokenCost;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * Names an option that was left for its price although its tokens cost clearly less at full use. The choice stays with the
 * lowest price an hour, which is what every deployment pays.
 *
 * @param replicas the speed of an option under a demand
 */
record TokenHint(BiFunction<Demand, Option, Replica> replicas, Demand demand, Search.Result result, PoolMembers members) {

    /** What is dearer by more is another budget. */
    private static final double PRICE_BAND = 1.25;
    /** Estimates of speed are not truer than this. */
    private static final double CLEARLY = 1.3;

    /** The hint, or null. */
    String text() {
        double price = result.best().usdPerReplica();
        if (Double.isNaN(price)) {
            return null;
        }
        double cost = usdPerMillion(result.best());
        return result.fitting().stream().filter(o -> o.usdPerReplica() <= price * PRICE_BAND && !members.contains(o))
                .min(Comparator.comparingDouble(this::usdPerMillion))
                .filter(o -> usdPerMillion(o) * CLEARLY <= cost)
                .map(o -> String.format(Locale.ROOT, "%s costs %.2f USD/h instead of %.2f, but by estimate %s instead of %s USD"
                        + " for a million tokens at full use; hardware.gpus: [%s] takes it", o.candidate().text(),
                        o.usdPerReplica(), price, SpeedSummary.figure(usdPerMillion(o)), SpeedSummary.figure(cost),
                        o.candidate().gpu().name()))
                .orElse(null);
    }

    private double usdPerMillion(Option option) {
        return new TokenCost(replicas.apply(demand, option).throughput(), option.usdPerReplica()).usdPerMillion(1).expected();
    }
}
