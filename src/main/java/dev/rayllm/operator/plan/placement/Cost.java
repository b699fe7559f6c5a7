package dev.rayllm.operator.plan.placement;

/**
 * Price at list prices, for whole nodes. Figures are USD/h; NaN when a price is not known.
 *
 * @param perReplicaHour one replica when {@code minReplicas} (at least one) run
 * @param minHour        {@code minReplicas}
 * @param maxHour        {@code maxReplicas}
 * @param pricesOf       date of the price list, ISO 8601
 */
public record Cost(double perReplicaHour, double minHour, double maxHour, String pricesOf) {
}
