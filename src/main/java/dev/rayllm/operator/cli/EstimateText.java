package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.throughput.BreakEven;
import dev.rayllm.operator.plan.throughput.Range;
import dev.rayllm.operator.plan.throughput.SpeedSummary;
import dev.rayllm.operator.plan.throughput.Throughput;
import dev.rayllm.operator.plan.throughput.TokenCost;
import java.util.function.DoubleFunction;

/** Speed and cost of tokens for a reader, with the range of each figure. */
final class EstimateText {

    private static final double PERCENT = 100;
    private static final double MILLION = 1e6;

    private final Plan plan;
    private final EstimateOptions options;

    EstimateText(Plan plan, EstimateOptions options) {
        this.plan = plan;
        this.options = options;
    }

    String text(String indent) {
        Throughput speed = options.throughput(plan);
        var load = speed.workload();
        TextTable table = new TextTable("workload", load.concurrency() + " requests in flight, each "
                + Figures.whole(load.promptTokens()) + " tokens of prompt and " + Figures.whole(load.answerTokens()) + " of answer");
        table.row("one replica", range(speed.tokensPerSecond(), " tokens/s") + ", of which "
                + SpeedSummary.figure(speed.answerTokensPerSecond().expected()) + " are answers");
        table.row("one request", range(speed.answerTokensPerSecondOfRequest(), " tokens/s of answer") + ", its first after "
                + SpeedSummary.figure(speed.secondsToFirstToken().expected()) + " s when none waits before it");
        double price = plan.cost().perReplicaHour();
        if (Double.isFinite(price)) {
            TokenCost cost = new TokenCost(speed, price);
            table.row("at full use", range(cost.usdPerMillion(1), " USD for a million tokens"));
            table.row("at 30 % use", range(cost.usdPerMillion(TokenCost.USUAL_USE), " USD for a million tokens"));
        } else {
            table.row("cost", "not known, as the price of the machine is not");
        }
        Throughput filled = options.filled(plan);
        if (filled != null) {
            table.row("filled", filled(filled, price));
        }
        BreakEven even = options.breakEven(plan);
        if (even != null) {
            table.row("break-even", breakEven(even));
        }
        return "  Speed and cost of tokens: an estimate, not a measurement (in brackets: its range)\n"
                + table.text(indent);
    }

    private static String filled(Throughput speed, double price) {
        return range(speed.tokensPerSecond(), " tokens/s") + " with " + speed.workload().concurrency() + " requests in flight"
                + (Double.isFinite(price) ? ", " + SpeedSummary.figure(new TokenCost(speed, price).usdPerMillion(1).expected())
                        + " USD for a million tokens" : "");
    }

    private static String breakEven(BreakEven even) {
        String start = SpeedSummary.figure(even.tokensPerDay() / MILLION) + " million tokens a day against "
                + SpeedSummary.figure(even.usdPerMillion()) + " USD for a million outside: ";
        String share = share(even.share());
        if (even.share().low() > 1) {
            return start + share + " of what the replicas carry, so the provider is cheaper at any load";
        }
        return start + share + " of what the replicas carry" + (even.share().high() > 1 ? "; it may not be reached" : "");
    }

    private static String share(Range share) {
        return range(share, " %", value -> SpeedSummary.figure(value * PERCENT));
    }

    private static String range(Range range, String unit) {
        return range(range, unit, SpeedSummary::figure);
    }

    private static String range(Range range, String unit, DoubleFunction<String> figure) {
        return figure.apply(range.expected()) + unit + " (" + figure.apply(range.low()) + " to " + figure.apply(range.high()) + ")";
    }
}
