package dev.rayllm.operator.plan.throughput;

import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.plan.sizing.StepModel;
import dev.rayllm.operator.plan.sizing.StepModel.Batch;
import dev.rayllm.operator.plan.sizing.StepWork;

/**
 * How long does one step take? A roofline: the longer of reading and computing; then what does not overlap with either, the
 * exchanges between cards and the kernels of each layer that do little else than start.
 *
 * <p>The three times below are round values that fit whole runs of few requests, where they weigh most; the same for all models
 * and cards ({@code docs/sizing.md} says which runs).
 */
final class StepTime {

    /** Small kernels of a layer: norms, rotary embedding, cache writes. µs. */
    private static final double LAYER_MICROS = 25;
    /** More of them in a layer with routed experts: routing, sorting, gathering. µs. */
    private static final double EXPERTS_MICROS = 20;
    /** What a step needs outside its layers: scheduling, sampling. µs. */
    private static final double STEP_MICROS = 800;
    private static final double MICRO = 1e-6;

    private final StepModel model;
    private final Gpu gpu;
    private final CardSpeed speed;
    private final int cards;

    StepTime(StepModel model, Gpu gpu, int cards) {
        this.model = model;
        this.gpu = gpu;
        this.speed = CardSpeed.of(gpu);
        this.cards = cards;
    }

    /** Seconds of the slowest pipeline stage. */
    double seconds(Batch batch) {
        return model.step(batch).stream().mapToDouble(this::seconds).max().orElseThrow();
    }

    private double seconds(StepWork work) {
        double reading = (work.weightBytes() + work.cacheBytes()) / speed.bytesPerSecond(gpu, model.weightBits());
        double computing = work.operations() / speed.operationsPerSecond(gpu, model.arithmetic());
        double exchanging = work.exchanges() * speed.exchangeSeconds(work.exchangeBytes(), cards);
        double starting = (STEP_MICROS + work.layers() * LAYER_MICROS + work.expertLayers() * EXPERTS_MICROS) * MICRO;
        return Math.max(reading, computing) + exchanging + starting;
    }
}
