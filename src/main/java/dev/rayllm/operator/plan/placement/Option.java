package dev.rayllm.operator.plan.placement;

import java.util.Comparator;

/**
 * A candidate that was sized.
 *
 * @param candidate     hardware and split
 * @param sized         engine settings; null when the hardware was refused before
 * @param obstacle      what keeps it from carrying the demand; null when it carries it
 * @param refusal       the same in words; null when it carries it
 * @param shortfall     how far it is from carrying it: GiB a GPU, or infinity for what no memory would mend
 * @param usdPerReplica price of one replica, USD/h, whole nodes; NaN when not known
 */
public record Option(Candidate candidate, EngineSizing.Sized sized, Obstacle obstacle, String refusal,
        double shortfall, double usdPerReplica) {

    /** Cheapest first; then fewer nodes, then more cached tokens, then by name. Unknown prices come last. */
    public static final Comparator<Option> BY_PRICE = Comparator.comparingDouble(Option::usdPerReplica)
            .thenComparingInt(o -> o.candidate().stages())
            .thenComparing(Comparator.comparingLong(Option::cachedTokens).reversed())
            .thenComparing(o -> o.candidate().type().name())
            .thenComparingInt(o -> o.candidate().tensorParallelSize());

    /** Nearest to carrying the demand first; then cheapest, then by name. */
    public static final Comparator<Option> BY_SHORTFALL = Comparator.comparingDouble(Option::shortfall)
            .thenComparing(Option::obstacle)
            .thenComparingDouble(Option::usdPerReplica)
            .thenComparing(o -> o.candidate().type().name())
            .thenComparingInt(o -> o.candidate().stages())
            .thenComparingInt(o -> o.candidate().tensorParallelSize());

    /** An option whose hardware cannot be, whatever the engine's settings. */
    static Option blocked(Candidate candidate, Obstacle obstacle, String refusal, double usdPerReplica) {
        return new Option(candidate, null, obstacle, refusal, Double.POSITIVE_INFINITY, usdPerReplica);
    }

    /** An option whose cards would carry the demand, and which something else forbids: as near as can be. */
    static Option near(Candidate candidate, Obstacle obstacle, String refusal, double usdPerReplica) {
        return new Option(candidate, null, obstacle, refusal, Double.MIN_VALUE, usdPerReplica);
    }

    /** An option whose engine was sized. */
    static Option sized(Candidate candidate, EngineSizing.Sized sized, double usdPerReplica) {
        return new Option(candidate, sized, sized.fits() ? null : Obstacle.MEMORY, sized.refusal(), sized.shortfall(),
                usdPerReplica);
    }

    /** Whether it carries the demand. */
    public boolean fits() {
        return obstacle == null;
    }

    /** Tokens that the cache of a replica holds. */
    public long cachedTokens() {
        return sized.estimate().kvCacheTokens();
    }
}
