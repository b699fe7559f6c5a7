package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.catalog.Gpu;

/**
 * How one layer is divided over ranks.
 *
 * @param tensor           tensor parallel size
 * @param expertRanks      ranks over which whole experts are spread
 * @param expertParallel   whether whole experts are spread in place of slices of each
 * @param expertTile       tile to which the width of an MXFP4 expert is padded on a rank
 * @param expertHiddenTile tile to which its hidden size is padded
 */
record Split(int tensor, int expertRanks, boolean expertParallel, int expertTile, int expertHiddenTile) {

    /** Everything on one rank, nothing padded. */
    static final Split NONE = new Split(1, 1, false, 1, 1);

    /** Source of the tiles: {@code quantization/mxfp4.py}; Marlin serves cards without the newer kernels. */
    static Split of(EngineShape shape, Gpu gpu) {
        int tensor = shape.tensorParallelSize();
        boolean marlin = gpu.computeCapability() < 90;
        return new Split(tensor, tensor * shape.extras().dataParallelSize(), shape.enableExpertParallel(), marlin ? 128 : 64, marlin ? 256 : 1);
    }

    double keyValueHeads(int heads) {
        return Math.max(1.0, (double) heads / tensor);
    }
}
