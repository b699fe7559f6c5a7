package dev.rayllm.operator.plan.sizing;

/** The unit of every figure in this package: 2³⁰ bytes. */
final class Gib {

    static final double BYTES = 1024.0 * 1024 * 1024;
    static final double MIB = 1024.0 * 1024;

    private Gib() {
    }

    static double of(double bytes) {
        return bytes / BYTES;
    }
}
