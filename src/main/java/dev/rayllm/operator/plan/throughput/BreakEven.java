package dev.rayllm.operator.plan.throughput;

/**
 * From how many tokens a day own replicas are cheaper than an external provider who is paid by the token.
 *
 * @param usdPerDay   own replicas that always run, USD for 24 hours
 * @param usdPerMillion external price of a million tokens in the mix of the workload, USD
 * @param tokensPerDay tokens a day for which both cost the same
 * @param share        that figure as a share of what the replicas can carry; above 1 they cannot earn their price
 */
public record BreakEven(double usdPerDay, double usdPerMillion, double tokensPerDay, Range share) {

    private static final double HOURS = 24;
    private static final double MILLION = 1e6;

    /**
     * External prices against own replicas.
     *
     * @param in         external USD for a million tokens of prompts
     * @param out        external USD for a million tokens of answers
     * @param usdPerHour own replicas that always run, USD/h
     * @param replicas   how many they are
     */
    public static BreakEven of(Throughput throughput, double in, double out, double usdPerHour, int replicas) {
        Workload load = throughput.workload();
        double external = (in * load.promptTokens() + out * load.answerTokens()) / load.tokens();
        double day = usdPerHour * HOURS;
        double tokens = day / external * MILLION;
        return new BreakEven(day, external, tokens, throughput.tokensPerDay().falling(carried -> tokens / (carried * replicas)));
    }
}
