package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.catalog.InstanceType;

/** Which list price counts. */
public final class Prices {

    private Prices() {
    }

    /**
     * Price of one node, USD/h; NaN when not known. With on-demand accepted it is the on-demand price, as spot may be
     * gone at any time; with spot alone it is the spot price, else the on-demand price as a ceiling.
     */
    static double perHour(InstanceType type, boolean spotOnly) {
        return spotPrice(type, spotOnly) ? type.spotUsdPerHour() : type.onDemandUsdPerHour();
    }

    /** Which of the two prices {@link #perHour} gives, in Karpenter's words. */
    public static String capacityType(InstanceType type, boolean spotOnly) {
        return spotPrice(type, spotOnly) ? "spot" : "on-demand";
    }

    private static boolean spotPrice(InstanceType type, boolean spotOnly) {
        return spotOnly && !Double.isNaN(type.spotUsdPerHour());
    }
}
