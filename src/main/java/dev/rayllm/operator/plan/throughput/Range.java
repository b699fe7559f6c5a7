package dev.rayllm.operator.plan.throughput;

import java.util.function.DoubleUnaryOperator;

/**
 * A figure that is estimated.
 *
 * @param low      lower end of the range to expect
 * @param expected the estimate
 * @param high     upper end
 */
public record Range(double low, double expected, double high) {

    /** A figure that falls when this one rises, such as cost with speed. */
    Range falling(DoubleUnaryOperator figure) {
        return new Range(figure.applyAsDouble(high), figure.applyAsDouble(expected), figure.applyAsDouble(low));
    }
}
