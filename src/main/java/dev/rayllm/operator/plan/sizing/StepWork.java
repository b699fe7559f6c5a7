package dev.rayllm.operator.plan.sizing;

/**
 * What one step of one pipeline stage costs one of its GPUs, before any speed is put to it.
 *
 * @param weightBytes   weights that are read: all but the embedding, and of routed experts those that some token chose
 * @param cacheBytes    keys, values, latents and states that are read
 * @param operations    floating-point operations, a multiply and an add counted as two
 * @param layers        layers that are run
 * @param expertLayers  those of them with routed experts
 * @param exchanges     all-reduces over the GPUs of the stage
 * @param exchangeBytes bytes of one all-reduce
 */
public record StepWork(double weightBytes, double cacheBytes, double operations, int layers, int expertLayers,
        int exchanges, double exchangeBytes) {
}
