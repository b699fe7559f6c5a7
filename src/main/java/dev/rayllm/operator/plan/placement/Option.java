package dev.rayllm.operator.plan.placement;

import java.util.Comparator;

/**
 * A candidate that was sized.
 *
 * @param candidate     hardware and split
 * @param sized         engine settings; null when the hardware was refused before
 * @param refusal       why it cannot carry the demand; null when it can
 * @param shortfall     how far it is from carrying it: GiB a GPU, or infinity for what no memory would mend
 * @param usdPerReplica price of one replica, USD/h, whole nodes; NaN when not known
 */
public record Option(Candidate candidate, EngineSizing.Sized sized, String refusal, double shortfall,
        double usdPerReplica) {

    /** Cheapest first; then fewer nodes, then more cached tokens, then by name. Unknown prices come last. */
    public static final Comparator<Option> BY_PRICE = Comparator.comparingDouble(Option::usdPerReplica)
            .thenComparingInt(o -> o.candidate().stages())
            .thenComparing(o -> -o.sized().estimate().kvCacheTokens())
            .thenComparing(o -> o.candidate().type().name())
            .thenComparingInt(o -> o.candidate().tensorParallelSize());

    /** Nearest to carrying the demand first; then cheapest, then by name. */
    public static final Comparator<Option> BY_SHORTFALL = Comparator.comparingDouble(Option::shortfall)
            .thenComparingDouble(Option::usdPerReplica)
            .thenComparing(o -> o.candidate().type().name())
            .thenComparingInt(o -> o.candidate().stages())
            .thenComparingInt(o -> o.candidate().tensorParallelSize());

    /** Whether it carries the demand. */
    public boolean fits() {
        return refusal == null;
    }
}
