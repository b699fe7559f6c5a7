package dev.rayllm.operator.plan.throughput;

import java.util.function.DoubleUnaryOperator;

/**
 * A figure that is estimated.
 *
 * @param low      hardly less
 * @param expected most likely about this
 * @param high     hardly more
 */
public record Range(double low, double expected, double high) {

    /** A figure that falls when this one rises, such as cost with speed. */
    Range falling(DoubleUnaryOperator figure) {
        return new Range(figure.applyAsDouble(high), figure.applyAsDouble(expected), figure.applyAsDouble(low));
    }
}
