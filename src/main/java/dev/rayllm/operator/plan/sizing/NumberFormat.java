package dev.rayllm.operator.plan.sizing;

/**
 * How the numbers of a weight matrix are stored: bits of one weight, and the scales beside them.
 *
 * <p>Source: the {@code create_weights} methods of {@code vllm/model_executor/layers/quantization}.
 *
 * @param bits       bits of one weight
 * @param scaling    which weights share a scale
 * @param group      weights (along the input) that share a scale; rows and columns of a block for {@link Scaling#BLOCK}
 * @param scaleBytes bytes of one scale, zero points included
 */
record NumberFormat(double bits, Scaling scaling, int group, double scaleBytes) {

    enum Scaling { NONE, TENSOR, CHANNEL, GROUP, BLOCK }

    static final NumberFormat FP8_TENSOR = new NumberFormat(8, Scaling.TENSOR, 0, 4);
    static final NumberFormat BYTE_CHANNEL = new NumberFormat(8, Scaling.CHANNEL, 0, 4);
    static final NumberFormat MXFP4 = new NumberFormat(4, Scaling.GROUP, 32, 1);
    static final NumberFormat MXFP8 = new NumberFormat(8, Scaling.GROUP, 32, 1);
    static final NumberFormat NVFP4 = new NumberFormat(4, Scaling.GROUP, 16, 1);
    static final NumberFormat NF4 = new NumberFormat(4, Scaling.GROUP, 64, 4);

    static NumberFormat plain(double bytes) {
        return new NumberFormat(bytes * 8, Scaling.NONE, 0, 0);
    }

    static NumberFormat fp8Block(int block) {
        return new NumberFormat(8, Scaling.BLOCK, block, 4);
    }

    /** Integer weights with a 16-bit scale for each group, and zero points of the same width as the weights when asymmetric. */
    static NumberFormat intGroup(int bits, int group, boolean zeroPoints) {
        if (group <= 0) {
            return new NumberFormat(bits, Scaling.CHANNEL, 0, 2 + (zeroPoints ? bits / 8.0 : 0));
        }
        return new NumberFormat(bits, Scaling.GROUP, group, 2 + (zeroPoints ? bits / 8.0 : 0));
    }

    /** Allocated bytes of a stack of matrices of {@code out × in} weights (experts are stacked in one tensor). */
    double bytes(double stack, double out, double in) {
        double weights = TensorAllocation.of(stack * out * in * bits / 8);
        return switch (scaling) {
            case NONE -> weights;
            case TENSOR -> weights + stack * scaleBytes;
            case CHANNEL -> weights + stack * out * scaleBytes;
            case GROUP -> weights + TensorAllocation.of(stack * out * Math.ceil(in / group) * scaleBytes);
            case BLOCK -> weights + stack * Math.ceil(out / group) * Math.ceil(in / group) * scaleBytes;
        };
    }

    double bytes(double out, double in) {
        return bytes(1, out, in);
    }
}
