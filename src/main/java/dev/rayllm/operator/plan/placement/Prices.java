package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.catalog.InstanceType;

/** Which list price counts. */
final class Prices {

    private Prices() {
    }

    /**
     * Price of one node, USD/h; NaN when not known. With on-demand accepted it is the on-demand price, as spot may be
     * gone at any time; with spot alone it is the spot price, else the on-demand price as a ceiling.
     */
    static double perHour(InstanceType type, boolean spotOnly) {
        return spotOnly && !Double.isNaN(type.spotUsdPerHour()) ? type.spotUsdPerHour() : type.onDemandUsdPerHour();
    }
}
