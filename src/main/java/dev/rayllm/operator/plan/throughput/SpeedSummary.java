package dev.rayllm.operator.plan.throughput;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Speed and cost in one line, and figures as estimates deserve them: two digits that count. */
public final class SpeedSummary {

    private static final int DIGITS = 2;
    private static final double PERCENT = 100;

    private SpeedSummary() {
    }

    /** Such as "about 1500 tokens/s a replica (960 to 2100), 0.19 USD for a million tokens at full use, 0.62 at 30 %". */
    public static String of(Throughput throughput, double usdPerHour) {
        Range speed = throughput.tokensPerSecond();
        int requests = throughput.workload().concurrency();
        String text = "about " + figure(speed.expected()) + " tokens/s a replica (" + figure(speed.low()) + " to "
                + figure(speed.high()) + ") at " + requests + (requests == 1 ? " request" : " requests") + " in flight";
        if (Double.isNaN(usdPerHour)) {
            return text;
        }
        TokenCost cost = new TokenCost(throughput, usdPerHour);
        return text + ", " + figure(cost.usdPerMillion(1).expected()) + " USD for a million tokens at full use, "
                + figure(cost.usdPerMillion(TokenCost.USUAL_USE).expected()) + " at "
                + String.format(Locale.ROOT, "%.0f", TokenCost.USUAL_USE * PERCENT) + " %";
    }

    /** A figure with two digits that count: 1500, 0.19, 23. */
    public static String figure(double value) {
        return Double.isFinite(value) ? decimal(value).toPlainString() : "unknown";
    }

    /** The same as a number. */
    public static Number rounded(double value) {
        BigDecimal figure = decimal(value);
        return figure.scale() == 0 ? (Number) figure.longValueExact() : (Number) figure.doubleValue();
    }

    private static BigDecimal decimal(double value) {
        BigDecimal figure = new BigDecimal(value, new MathContext(DIGITS));
        return figure.scale() < 0 ? figure.setScale(0) : figure;
    }
}
