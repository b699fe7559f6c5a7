package dev.rayllm.operator.plan.sizing;

import static dev.rayllm.operator.plan.sizing.SizingFixtures.H100;
import static dev.rayllm.operator.plan.sizing.SizingFixtures.H200;
import static dev.rayllm.operator.plan.sizing.SizingFixtures.architecture;
import static dev.rayllm.operator.plan.sizing.SizingFixtures.shape;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import dev.rayllm.operator.catalog.Gpu;
import org.junit.jupiter.api.Test;

/** Protects the count of weights by tensor, against counts done by hand and checkpoints whose size is published. */
class WeightsByHandTest {

    private static final double GIB = 1L << 30;

    private final MemoryModel model = MemoryModel.standard();

    private double weights(String name, EngineShape shape, Gpu gpu) {
        return model.estimate(architecture(name), null, shape, gpu).weights();
    }

    @Test
    void llama8b() {
        double layer = 4096.0 * (4096 + 2 * 1024) + 4096.0 * 4096 + 3 * 4096.0 * 14336 + 2 * 4096;
        double tables = 2 * 128256.0 * 4096;
        double rotary = 131072.0 * 128 * 2;
        double bytes = (32 * layer + tables) * 2 + rotary;
        assertThat(weights("Llama-3.1-8B-Instruct", shape(1), H100)).isCloseTo(bytes / GIB, within(0.001)).isCloseTo(14.989, within(0.001));
    }

    @Test
    void mixtral8x7b() {
        double attention = 4096.0 * (4096 + 2 * 1024) + 4096.0 * 4096;
        double experts = 8 * 3 * 4096.0 * 14336 + 8 * 4096.0;
        double bytes = (32 * (attention + experts + 2 * 4096) + 2 * 32000.0 * 4096) * 2 + 32768.0 * 128 * 2;
        assertThat(weights("Mixtral-8x7B-Instruct-v0.1", shape(1), H200)).isCloseTo(bytes / GIB, within(0.05));
        // 46.70 billion parameters, as the makers say
        assertThat(bytes / 2).isCloseTo(46.70e9, within(0.01e9));
    }

    @Test
    void deepseekR1InFp8() {
        // routed experts alone, on one of 8 ranks: 58 layers × 256 × 3 matrices of 7168 × 2048, one byte each
        double experts = 58 * 256 * 3 * 7168.0 * 2048 / 8 / GIB;
        assertThat(experts).isCloseTo(76.13, within(0.01));
        assertThat(weights("DeepSeek-R1", shape(8), H200)).isBetween(experts, experts + 4);
        // the whole checkpoint, prediction layer included, is published as 641.3 GiB
        assertThat(model.checkpointGib(architecture("DeepSeek-R1"))).isCloseTo(641.3, within(6.4));
    }

    @Test
    void pipelineStagesLeaveTheTablesWholeOnTheEnds() {
        // 16 of 32 layers and one table of 128256 × 4096: 7.51 GiB was logged
        assertThat(weights("Llama-3.1-8B-Instruct", shape(1, 2, 8192, null, "auto"), H100)).isCloseTo(7.51, within(0.01));
    }

    @Test
    void onlineFp8LeavesTablesInSixteenBits() {
        assertThat(weights("Llama-3.1-8B-Instruct", shape(1, 1, 8192, "fp8", "auto"), H100)).isCloseTo(8.49, within(0.01));
    }

    @Test
    void theAllocatorRoundsMatricesThatEndShortOfASegment() {
        // gate and up of Qwen2.5 7B: 259 MiB, in a segment of 260; the last MiB is not split off
        assertThat(TensorAllocation.of(259 * Gib.MIB)).isEqualTo(260 * Gib.MIB);
        assertThat(TensorAllocation.of(258.5 * Gib.MIB)).isEqualTo(258.5 * Gib.MIB);
        assertThat(TensorAllocation.of(9 * Gib.MIB)).isEqualTo(9 * Gib.MIB);
    }

    @Test
    void aKnownCheckpointCorrectsAnArchitectureThatSaysTooLittle() {
        Architecture arch = architecture("Llama-3.1-8B-Instruct");
        ProfileWeights more = new ProfileWeights((long) (18.0 * GIB), null);
        assertThat(model.estimate(arch, more, shape(1), H100).weights()).isCloseTo(18.03, within(0.05));
        // an index of half the bytes lacks a part: the weights do not become fewer for it
        ProfileWeights half = new ProfileWeights((long) (8.0 * GIB), null);
        assertThat(model.estimate(arch, half, shape(1), H100).weights()).isCloseTo(14.989, within(0.001));
        // a file that is a little larger holds what the engine leaves out
        ProfileWeights near = new ProfileWeights((long) (15.5 * GIB), null);
        assertThat(model.estimate(arch, near, shape(1), H100).weights()).isCloseTo(14.989, within(0.001));
    }
}
