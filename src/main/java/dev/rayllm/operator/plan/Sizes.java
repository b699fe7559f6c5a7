package dev.rayllm.operator.plan;

import io.fabric8.kubernetes.api.model.Quantity;

/** Sizes as Kubernetes writes them. */
final class Sizes {

    private Sizes() {
    }

    /** GiB of a quantity such as {@code 300Gi}. */
    static double gib(String quantity) {
        return Quantity.getAmountInBytes(new Quantity(quantity)).doubleValue() / (1L << 30);
    }
}
