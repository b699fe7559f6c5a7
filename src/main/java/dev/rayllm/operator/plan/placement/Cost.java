package dev.rayllm.operator.plan.placement;

/**
 * Price at list prices, for whole nodes. Figures are USD/h; NaN when a price is not known.
 *
 * @param perReplicaHour one replica when {@code minReplicas} (at least one) run
 * @param minHour        {@code minReplicas}
 * @param maxHour        {@code maxReplicas}
 * @param pricesOf       date of the built-in price list, ISO 8601, or {@link #OWN} for a row that was given
 * @param capacityType   which price it is: {@code on-demand}, or {@code spot} where only spot is accepted and its price is known
 */
public record Cost(double perReplicaHour, double minHour, double maxHour, String pricesOf, String capacityType) {

    /** Prices of rows that do not come with this release: nothing is known of their date. */
    public static final String OWN = "own instance rows";
}
