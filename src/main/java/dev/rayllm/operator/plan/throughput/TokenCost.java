package dev.rayllm.operator.plan.throughput;

/**
 * What tokens cost on a replica of a price.
 *
 * @param throughput  its speed
 * @param usdPerHour  price of the replica, USD/h
 */
public record TokenCost(Throughput throughput, double usdPerHour) {

    private static final double HOUR_SECONDS = 3600;
    private static final double MILLION = 1e6;
    /** The lower of the two uses that are shown: a service with day and night. */
    public static final double USUAL_USE = 0.3;

    /**
     * USD for a million tokens, prompts and answers alike.
     *
     * @param use share of its full speed that is used, above 0 and at most 1; the price runs on in any case
     */
    public Range usdPerMillion(double use) {
        return throughput.tokensPerSecond().falling(speed -> usdPerHour / HOUR_SECONDS / (speed * use) * MILLION);
    }
}
