package dev.rayllm.operator.plan.sizing;

/**
 * What one tensor occupies in PyTorch's caching allocator.
 *
 * <p>Source: {@code c10/cuda/CUDACachingAllocator.cpp}. A request of 10 MiB and more gets a segment rounded up to 2 MiB; the rest
 * of the segment is split off only when it is larger than 1 MiB, else it counts as allocated. This is why a 7 B model of Qwen2.5
 * logs 14.25 GiB and not 14.19: its MLP and attention matrices end 0.5 to 1 MiB short of the rounding.
 */
final class TensorAllocation {

    private static final double SEGMENT_FROM = 10 * Gib.MIB;
    private static final double ROUNDING = 2 * Gib.MIB;
    private static final double SPLIT_ABOVE = Gib.MIB;

    private TensorAllocation() {
    }

    static double of(double bytes) {
        if (bytes < SEGMENT_FROM) {
            return bytes;
        }
        double segment = Math.ceil(bytes / ROUNDING) * ROUNDING;
        return segment - bytes <= SPLIT_ABOVE ? segment : bytes;
    }
}
