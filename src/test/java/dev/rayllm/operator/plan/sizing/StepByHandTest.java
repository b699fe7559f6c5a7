package dev.rayllm.operator.plan.sizing;

import static dev.rayllm.operator.plan.sizing.SizingFixtures.H100;
import static dev.rayllm.operator.plan.sizing.SizingFixtures.architecture;
import static dev.rayllm.operator.plan.sizing.SizingFixtures.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.plan.sizing.StepModel.Batch;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Protects what a step is said to read and to compute: every estimate of speed rests on it. The arithmetic is done by hand. */
class StepByHandTest {

    /** The allocator rounds single matrices; it never adds more than this to a whole model. */
    private static final Percentage ROUNDING = Percentage.withPercentage(1);

    private static List<StepWork> steps(String name, EngineShape shape, Batch batch) {
        return new StepModel(architecture(name), null, shape, H100).step(batch);
    }

    private static StepWork step(String name, EngineShape shape, Batch batch) {
        return steps(name, shape, batch).getFirst();
    }

    private static Batch writing(double sequences, double length) {
        return new Batch(sequences, length, 0, 0);
    }

    @Test
    void llama8bReadsAllWeightsButTheEmbeddingOnceAndTheCacheOfEverySequence() {
        StepWork step = step("Llama-3.1-8B-Instruct", shape(1), writing(16, 1792));
        // 16 060 522 496 bytes of weights − 128 256 × 4096 × 2 of embedding, of which a step looks up single rows
        assertThat(step.weightBytes()).isCloseTo(16_060_522_496.0 - 1_050_673_152.0, ROUNDING);
        // 16 sequences × 1792 tokens × 131 072 bytes
        assertThat(step.cacheBytes()).isEqualTo(16.0 * 1792 * 131_072).isEqualTo(3_758_096_384.0);
        assertThat(step.exchanges()).isZero();
    }

    @Test
    void llama8bComputesTwiceItsWeightsAndAttention() {
        StepWork step = step("Llama-3.1-8B-Instruct", shape(1), writing(1, 1000));
        // 2 × (8 030 261 248 − 525 336 576) parameters + 4 × 32 heads × 128 × 1000 tokens × 32 layers
        assertThat(step.operations()).isCloseTo(2 * 7_504_924_672.0 + 4.0 * 32 * 128 * 1000 * 32, ROUNDING);
    }

    @Test
    void promptsPassTheHeadOnceAndAttendToHalfOfThemselves() {
        StepWork step = step("Llama-3.1-8B-Instruct", shape(1), new Batch(0, 0, 1536, 1536));
        // 2 × (parameters − embedding − head) × 1536 tokens, and attention over 768 tokens on average
        assertThat(step.operations()).isCloseTo((2 * (8_030_261_248.0 - 2 * 525_336_576.0) + 4.0 * 32 * 128 * 768 * 32) * 1536, ROUNDING);
        assertThat(step.cacheBytes()).isZero();
    }

    @Test
    void expertsAreReadWhenAnyTokenChoosesThem() {
        // Qwen3-30B-A3B: 8 of 128 experts, 3 × 2048 × 768 × 2 bytes each, 48 layers
        double experts = 3.0 * 2048 * 768 * 2 * 128 * 48;
        double rest = step("Qwen3-30B-A3B", shape(1), writing(1, 1)).weightBytes() - experts * 8 / 128;
        // 16 tokens: 1 − (1 − 1/16)^16 = 0.6439 of them
        assertThat(step("Qwen3-30B-A3B", shape(1), writing(16, 1)).weightBytes()).isCloseTo(rest + 0.6439 * experts, ROUNDING);
        assertThat(step("Qwen3-30B-A3B", shape(1), writing(1024, 1)).weightBytes()).isCloseTo(rest + experts, ROUNDING);
        // 30.5 B parameters, of which 3.3 B are computed with for a token: 8 of 128 experts
        assertThat(step("Qwen3-30B-A3B", shape(1), writing(1, 1)).operations() / 2).isBetween(2.9e9, 3.4e9);
    }

    @Test
    void tensorParallelismDividesAndExchanges() {
        StepWork one = step("Llama-3.3-70B-Instruct", shape(1), writing(32, 1000));
        StepWork eight = step("Llama-3.3-70B-Instruct", shape(8), writing(32, 1000));
        assertThat(eight.weightBytes()).isCloseTo(one.weightBytes() / 8, ROUNDING);
        assertThat(eight.cacheBytes()).isEqualTo(one.cacheBytes() / 8).isEqualTo(32.0 * 1000 * 40_960);
        // after attention and after the MLP of each of 80 layers: 32 tokens × 8192 × 2 bytes
        assertThat(eight.exchanges()).isEqualTo(160);
        assertThat(eight.exchangeBytes()).isEqualTo(32.0 * 8192 * 2);
    }

    @Test
    void stagesHaveTheirLayersAndTheLastTheHead() {
        List<StepWork> stages = steps("Llama-3.3-70B-Instruct", shape(8, 2, 8192, null, "auto"), writing(16, 1000));
        assertThat(stages).hasSize(2).allSatisfy(stage -> assertThat(stage.layers()).isEqualTo(40));
        // head: 128 256 × 8192 × 2 bytes over 8 cards
        assertThat(stages.get(1).weightBytes() - stages.get(0).weightBytes()).isCloseTo(128_256.0 * 8192 * 2 / 8, ROUNDING);
    }

    @Test
    void latentAttentionReadsItsVectorsWholeOnEveryCard() {
        // DeepSeek-R1: (512 + 64) × 2 bytes × 61 layers for each token, on each of 8 cards
        assertThat(step("DeepSeek-R1", shape(8), writing(1, 1000)).cacheBytes()).isEqualTo(1000.0 * 70_272);
    }

    @Test
    void sparseAttentionReadsItsKeysOfAllTokensAndVectorsOfThoseItChose() {
        // GLM-5.1, 78 layers: 132 bytes for each of 10 000 tokens, 1152 bytes for each of 2048
        assertThat(step("GLM-5.1", shape(8), writing(1, 10_000)).cacheBytes()).isEqualTo(78 * (132.0 * 10_000 + 1152.0 * 2048));
    }

    @Test
    void windowsAreReadUpToTheirSize() {
        // gpt-oss 20B: 12 layers see 10 000 tokens, 12 a window of 128; 2 × 8 heads × 64 × 2 bytes each
        assertThat(step("gpt-oss-20b", shape(1), writing(1, 10_000)).cacheBytes()).isEqualTo(2048.0 * 12 * (10_000 + 128));
    }

    @Test
    void linearAttentionReadsAndWritesAStateThatDoesNotGrow() {
        double shorter = step("Qwen3-Next-80B-A3B-Instruct", shape(1), writing(1, 1000)).cacheBytes();
        double longer = step("Qwen3-Next-80B-A3B-Instruct", shape(1), writing(1, 2000)).cacheBytes();
        // only the 12 layers with full attention grow: 2 × 2 heads × 256 × 2 bytes each
        assertThat(longer - shorter).isEqualTo(12 * 2048.0 * 1000);
        // 36 layers read and write 32 × 128 × 128 numbers and 3 taps of (2 × 16 + 32) × 128, 2 bytes each
        assertThat(shorter - 12 * 2048.0 * 1000).isEqualTo(36 * 2 * (32.0 * 128 * 128 + 3 * 64 * 128) * 2);
    }

    @Test
    void eightBitWeightsAreHalfAndMultiplyInEightBits() {
        StepModel plain = new StepModel(architecture("Llama-3.3-70B-Instruct"), null, shape(1), H100);
        StepModel fp8 = new StepModel(architecture("Llama-3.3-70B-Instruct"), null, shape(1, 1, 8192, "fp8", "auto"), H100);
        assertThat(plain.arithmetic()).isEqualTo(Arithmetic.SIXTEEN_BIT);
        assertThat(fp8.arithmetic()).isEqualTo(Arithmetic.EIGHT_BIT);
        assertThat(fp8.weightBits()).isEqualTo(8);
        // the head stays in 16 bits: 128 256 × 8192 × 2 bytes
        double head = 128_256.0 * 8192 * 2;
        double all = plain.step(writing(1, 1)).getFirst().weightBytes();
        assertThat(fp8.step(writing(1, 1)).getFirst().weightBytes()).isCloseTo((all - head) / 2 + head, ROUNDING);
    }

    @Test
    void aKnownSizeThatDiffersScalesWhatIsRead() {
        var arch = architecture("Llama-3.1-8B-Instruct");
        double counted = new StepModel(arch, null, shape(1), H100).step(writing(1, 1)).getFirst().weightBytes();
        var larger = new dev.rayllm.operator.api.v1alpha1.ProfileWeights(19_272_626_995L, null);
        assertThat(new StepModel(arch, larger, shape(1), H100).step(writing(1, 1)).getFirst().weightBytes())
                .isCloseTo(counted * 1.2, ROUNDING);
    }
}
