package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.throughput.BreakEven;
import dev.rayllm.operator.plan.throughput.Range;
import dev.rayllm.operator.plan.throughput.SpeedSummary;
import dev.rayllm.operator.plan.throughput.Throughput;
import dev.rayllm.operator.plan.throughput.TokenCost;

/**
 * Speed and cost of tokens, under the key {@code estimate} of {@code plan -o json} and {@code -o yaml}. All figures are of one
 * replica, rounded to two digits that count; USD figures are missing where the price of the machine is not known.
 *
 * @param note                           what kind of figures these are
 * @param workload                       what they are for
 * @param tokensPerSecond                prompts and answers together
 * @param answerTokensPerSecond          answers alone
 * @param answerTokensPerSecondOfRequest what one caller sees while all requests are in flight
 * @param secondsToFirstToken            reading the prompt when nothing waits before it
 * @param usdPerMillionTokens            at full use
 * @param usdPerMillionTokensAt30Percent at 30 % of it
 * @param filled                         with as many typical requests in flight as cache and engine allow, where the plan asks for fewer
 * @param breakEven                      only with external prices
 */
record EstimateView(String note, WorkloadView workload, RangeView tokensPerSecond, RangeView answerTokensPerSecond,
        RangeView answerTokensPerSecondOfRequest, RangeView secondsToFirstToken, RangeView usdPerMillionTokens,
        RangeView usdPerMillionTokensAt30Percent, FilledView filled, BreakEvenView breakEven) {

    private static final String NOTE = "computed from data sheets and usual efficiencies, not measured; how well the range is founded"
            + " depends on the card: docs/sizing.md";
    private static final double CENTS = 100;

    /** A figure with its range. */
    record RangeView(Number low, Number expected, Number high) {

        static RangeView of(Range range) {
            return new RangeView(SpeedSummary.rounded(range.low()), SpeedSummary.rounded(range.expected()),
                    SpeedSummary.rounded(range.high()));
        }
    }

    /** Speed and cost at another number of requests in flight. */
    record FilledView(int concurrency, RangeView tokensPerSecond, RangeView answerTokensPerSecondOfRequest,
            RangeView usdPerMillionTokens) {

        static FilledView of(Throughput speed, double price) {
            return speed == null ? null : new FilledView(speed.workload().concurrency(), RangeView.of(speed.tokensPerSecond()),
                    RangeView.of(speed.answerTokensPerSecondOfRequest()),
                    Double.isFinite(price) ? RangeView.of(new TokenCost(speed, price).usdPerMillion(1)) : null);
        }
    }

    /** Requests in flight, and tokens of a typical one. */
    record WorkloadView(int concurrency, long promptTokens, long answerTokens) {
    }

    /**
     * Own replicas against a provider.
     *
     * @param ownUsdPerDay                what always runs, at least one replica, for 24 hours
     * @param externalUsdPerMillionTokens the provider's price in the mix of the workload
     * @param tokensPerDay                for so many both cost the same; above it own replicas are cheaper
     * @param shareOfCapacity             tokensPerDay as a share of what the replicas carry in a day; above 1 they never earn their price
     */
    record BreakEvenView(Number ownUsdPerDay, Number externalUsdPerMillionTokens, Number tokensPerDay,
            RangeView shareOfCapacity) {

        static BreakEvenView of(BreakEven even) {
            return even == null ? null : new BreakEvenView(cents(even.usdPerDay()), SpeedSummary.rounded(even.usdPerMillion()),
                    SpeedSummary.rounded(even.tokensPerDay()), RangeView.of(even.share()));
        }
    }

    static EstimateView of(Plan plan, EstimateOptions options) {
        Throughput speed = options.throughput(plan);
        double price = plan.cost().perReplicaHour();
        TokenCost cost = new TokenCost(speed, price);
        boolean priced = Double.isFinite(price);
        var load = speed.workload();
        return new EstimateView(NOTE,
                new WorkloadView(load.concurrency(), Math.round(load.promptTokens()), Math.round(load.answerTokens())),
                RangeView.of(speed.tokensPerSecond()), RangeView.of(speed.answerTokensPerSecond()),
                RangeView.of(speed.answerTokensPerSecondOfRequest()), RangeView.of(speed.secondsToFirstToken()),
                priced ? RangeView.of(cost.usdPerMillion(1)) : null,
                priced ? RangeView.of(cost.usdPerMillion(TokenCost.USUAL_USE)) : null,
                FilledView.of(options.filled(plan), price), BreakEvenView.of(options.breakEven(plan)));
    }

    private static double cents(double usd) {
        return Math.round(usd * CENTS) / CENTS;
    }
}
