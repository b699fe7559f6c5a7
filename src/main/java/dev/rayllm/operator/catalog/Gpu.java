package dev.rayllm.operator.catalog;

import java.util.List;

/**
 * A GPU model.
 *
 * @param name              our name and the one users write: {@code A10G}, {@code A100-80GB}, {@code H100}
 * @param aliases           other spellings that find it, such as cloud labels and Ray's accelerator names
 * @param memoryGib         memory that the driver reports, GiB; never the nominal figure, as engines size on this one
 * @param nominalGib        memory on the data sheet, GiB
 * @param computeCapability CUDA compute capability × 10: 75 for T4, 80 for A100, 89 for L4, 90 for H100
 * @param bandwidthGBs      memory bandwidth of the data sheet, GB/s (10⁹ bytes)
 * @param bf16Tflops        dense BF16 (or FP16 where the card has no BF16) tensor throughput of the data sheet, TFLOP/s
 * @param fp8Tflops         dense FP8 throughput, TFLOP/s; 0 where the card has none
 */
public record Gpu(
        String name,
        List<String> aliases,
        double memoryGib,
        double nominalGib,
        int computeCapability,
        double bandwidthGBs,
        double bf16Tflops,
        double fp8Tflops) {

    public Gpu {
        aliases = aliases == null ? List.of() : List.copyOf(aliases);
    }

    /** Whether the card computes in bfloat16 (compute capability 8.0 and above). */
    public boolean supportsBfloat16() {
        return computeCapability >= 80;
    }
}
