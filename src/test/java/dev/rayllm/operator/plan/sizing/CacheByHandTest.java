package dev.rayllm.operator.plan.sizing;

import static dev.rayllm.operator.plan.sizing.SizingFixtures.architecture;
import static dev.rayllm.operator.plan.sizing.SizingFixtures.shape;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Protects the bytes that a token costs: every planned context length rests on them. The arithmetic is done by hand. */
class CacheByHandTest {

    private static final double GIB = 1L << 30;

    private final MemoryModel model = MemoryModel.standard();

    /** Bytes of one token on one GPU, over a request of 131072 tokens (a whole number of blocks). */
    private double perToken(String name, EngineShape shape) {
        return model.requestGib(architecture(name), shape, 131072) * GIB / 131072;
    }

    @Test
    void llama8b() {
        // key and value × 8 heads × 128 × 2 bytes × 32 layers
        assertThat(perToken("Llama-3.1-8B-Instruct", shape(1))).isEqualTo(2 * 8 * 128 * 2 * 32).isEqualTo(131072);
    }

    @Test
    void fp8HalvesIt() {
        assertThat(perToken("Llama-3.1-8B-Instruct", shape(1, 1, 8192, null, "fp8_e4m3"))).isEqualTo(65536);
    }

    @Test
    void llama70bAtTensorParallel8HasOneHeadOnARankAndAt16StillOne() {
        // 8 heads ÷ 8 ranks = 1; with 16 ranks heads are copied, so the cost stays
        assertThat(perToken("Llama-3.3-70B-Instruct", shape(8))).isEqualTo(2 * 1 * 128 * 2 * 80).isEqualTo(40960);
        assertThat(perToken("Llama-3.3-70B-Instruct", shape(16))).isEqualTo(40960);
    }

    @Test
    void deepseekKeepsOneLatentVectorWholeOnEveryRank() {
        // (512 latent + 64 rotary) × 2 bytes × 61 layers, whatever the tensor parallel size
        assertThat(perToken("DeepSeek-R1", shape(1))).isEqualTo((512 + 64) * 2 * 61).isEqualTo(70272);
        assertThat(perToken("DeepSeek-R1", shape(8))).isEqualTo(70272);
    }

    @Test
    void sparseAttentionAddsTheIndexersKey() {
        // GLM-5.1: (576 × 2 bytes + 128 FP8 numbers + 4 bytes scale) × 78 layers; packed FP8 is 656 in place of 1152
        assertThat(perToken("GLM-5.1", shape(8))).isEqualTo((1152 + 132) * 78);
        assertThat(perToken("GLM-5.1", shape(8, 1, 8192, null, "fp8"))).isEqualTo((656 + 132) * 78);
    }

    @Test
    void qwen30bA3b() {
        // 2 × 4 heads × 128 × 2 bytes × 48 layers
        assertThat(perToken("Qwen3-30B-A3B", shape(1))).isEqualTo(98304);
    }

    @Test
    void gemma27bHoldsItsWindowOnMostLayers() {
        // 10 full and 52 sliding layers in 1 + 6 groups of 10; a page is 16 tokens × 2 × 16 heads × 128 × 2 bytes = 128 KiB,
        // a block 10 pages. Full: 131072 ÷ 16 = 8192 blocks. Sliding: window − 1 + step = 1023 + 8192 tokens = 576 blocks, one more
        // for the part block, in each of 6 groups.
        double block = 16 * 2 * 16 * 128 * 2 * 10;
        double blocks = 8192 + 6 * (576 + 1);
        assertThat(model.requestGib(architecture("gemma-3-27b-it"), shape(1), 131072)).isCloseTo(blocks * block / GIB, within(1e-9));
        // without windows it would be 62 layers × 8 KiB × 2: four times as much
        assertThat(62 * 16384.0 * 131072 / GIB).isGreaterThan(4 * blocks * block / GIB);
    }

    @Test
    void linearAttentionSetsTheBlockByItsState() {
        // Qwen3-Next at TP 2: convolution (2×16×128 + 32×128) ÷ 2 × 3 taps × 2 bytes + 16 × 128 × 128 × 2 bytes = 548864 bytes of state;
        // a token is 2 × 1 head × 256 × 2 = 1024 bytes, so a block is 536 tokens, rounded up to 16: 544
        KvCacheModel cache = KvCacheModel.of(architecture("Qwen3-Next-80B-A3B"), SizingData.families().of("qwen3_next"),
                new Layers(48, 12, 0, 36, 48, false), shape(2), 2, SizingData.coefficients().rows().get(0));
        assertThat(cache.fullTokens()).isEqualTo(544);
        assertThat(cache.linearGroups()).isEqualTo(3);
        // 262144 tokens: 482 blocks and one for each of the three linear groups
        assertThat(cache.requestGib(262144, 8192) / cache.blockGib()).isEqualTo(482 + 3);
    }

    @Test
    void pipelineStagesDivideTheLayersAndTheLargestStageBinds() {
        assertThat(perToken("Llama-3.1-8B-Instruct", shape(1, 2, 8192, null, "auto"))).isEqualTo(65536);
        // 32 layers over 3 stages: 10, 11, 11 by vLLM's rule
        assertThat(perToken("Llama-3.1-8B-Instruct", shape(1, 3, 8192, null, "auto"))).isEqualTo(11 * 4096);
    }
}
