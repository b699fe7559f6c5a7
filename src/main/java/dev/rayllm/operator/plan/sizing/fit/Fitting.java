package dev.rayllm.operator.plan.sizing.fit;

import dev.rayllm.operator.plan.sizing.CoefficientTable;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Fits the constants of the memory model to what records logged, term by term.
 *
 * <p>The loss is the absolute error of each logged term in GiB. Every release in every source counts with the square root of its rows, so that one
 * large harness does not drown the others; a small pull towards the value before keeps constants that nothing bears on. One
 * constant after the other is moved by shrinking steps until none improves. No record's name takes part.
 */
public final class Fitting {

    private static final int ROUNDS = 80;
    private static final double PULL = 0.02;
    private static final double SMALLEST_STEP = 0.001;

    private final List<Observation> observations;
    private final Map<String, Double> weights = new HashMap<>();

    public Fitting(List<Observation> observations) {
        this.observations = List.copyOf(observations);
        this.observations.forEach(o -> weights.merge(key(o), 1.0, Double::sum));
        weights.replaceAll((source, rows) -> 1 / Math.sqrt(rows));
    }

    /** The table fitted to these observations alone. */
    public CoefficientTable fit() {
        return fitted(CoefficientSheet.start()).table();
    }

    private static String key(Observation o) {
        return o.source() + " " + o.settings().shape().vllmVersion();
    }

    CoefficientSheet fitted(CoefficientSheet start) {
        CoefficientSheet sheet = start.copy();
        List<Parameter> parameters = Parameter.of(sheet.rows());
        double[] before = parameters.stream().mapToDouble(p -> p.value(sheet.rows())).toArray();
        double step = 0.2;
        for (int round = 0; round < ROUNDS && step > SMALLEST_STEP; round++) {
            boolean moved = false;
            for (int i = 0; i < before.length; i++) {
                moved |= improve(sheet, parameters.get(i), before[i], step);
            }
            step = moved ? step : step / 2;
        }
        return sheet;
    }

    /** Moves one constant by a share of its range, down or up, as long as the loss falls. */
    private boolean improve(CoefficientSheet sheet, Parameter parameter, double before, double share) {
        double best = loss(sheet, parameter, before);
        boolean moved = false;
        for (double direction : new double[] {-1, 1}) {
            double value = parameter.value(sheet.rows());
            double next = Math.clamp(value + direction * share * parameter.most() / 4, 0, parameter.most());
            parameter.set(sheet.rows(), next);
            double loss = loss(sheet, parameter, before);
            if (loss < best - 1e-9) {
                best = loss;
                moved = true;
            } else {
                parameter.set(sheet.rows(), value);
            }
        }
        return moved;
    }

    private double loss(CoefficientSheet sheet, Parameter parameter, double before) {
        MemoryModel model = new MemoryModel(sheet.table());
        double sum = PULL * Math.abs(parameter.value(sheet.rows()) - before) / parameter.most();
        for (Observation o : observations) {
            var s = o.settings();
            MemoryEstimate e = model.estimate(s.arch(), null, s.shape(), s.gpu());
            double graphs = e.graphsInBudget() ? e.cudaGraphs() : 0;
            sum += weights.get(key(o)) * (error(o.activation(), e.activation()) + error(o.nonTorch(), e.nonTorch())
                    + GRAPH_WEIGHT * error(o.graphs(), e.cudaGraphs())
                    + (partsLogged(o) ? 0 : error(o.overhead(), e.activation() + e.nonTorch() + graphs)));
        }
        return sum;
    }

    /** Graphs count less: two starts with the same settings differ by as much as a gibibyte. */
    private static final double GRAPH_WEIGHT = 0.5;
    /** What is further off is mostly another effect than the constants, and pulls less. */
    private static final double OUTLIER_GIB = 1;
    private static final double OUTLIER_SHARE = 0.2;

    private static boolean partsLogged(Observation o) {
        return !Double.isNaN(o.activation()) && !Double.isNaN(o.nonTorch());
    }

    private static double error(double logged, double computed) {
        double off = Math.abs(logged - computed);
        return Double.isNaN(off) ? 0 : off <= OUTLIER_GIB ? off : OUTLIER_GIB + OUTLIER_SHARE * (off - OUTLIER_GIB);
    }
}
