package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/** Sizes of a linear-attention layer: width of its keys, its values and its convolution. */
final class LinearState {

    private LinearState() {
    }

    static double keys(Architecture arch) {
        int heads = arch.linearNumKeyHeads() == null ? arch.linearNumValueHeads() : arch.linearNumKeyHeads();
        int width = arch.linearKeyHeadDim() == null ? arch.linearValueHeadDim() : arch.linearKeyHeadDim();
        return (double) heads * width;
    }

    static double values(Architecture arch) {
        return (double) arch.linearNumValueHeads() * arch.linearValueHeadDim();
    }

    static double taps(Architecture arch) {
        return arch.linearConvKernelDim() == null ? 4 : arch.linearConvKernelDim();
    }

    static boolean known(Architecture arch) {
        return arch.linearNumValueHeads() != null && arch.linearValueHeadDim() != null;
    }

    /**
     * Bytes of the state of one sequence in one layer on one rank.
     *
     * <p>Source: {@code MambaStateShapeCalculator.gated_delta_net_state_shape}: the last taps of the convolution in the model's type,
     * and one key × value matrix for each value head.
     */
    static double bytes(Architecture arch, int tensor, double plainBytes, double stateBytes) {
        double convolution = (2 * keys(arch) + values(arch)) / tensor * (taps(arch) - 1) * plainBytes;
        double keyWidth = arch.linearKeyHeadDim() == null ? arch.linearValueHeadDim() : arch.linearKeyHeadDim();
        return convolution + values(arch) / tensor * keyWidth * stateBytes;
    }
}
