package dev.rayllm.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The facts of the table, against figures known from elsewhere and against one another. */
class ModelFiguresTest {

    private static final Set<String> PLAIN = Set.of("llama", "qwen2", "qwen3", "mistral", "granite", "phi3");

    private static ModelRow row(String name) {
        return Catalog.builtIn().models().find(name).orElseThrow();
    }

    private static Architecture arch(String name) {
        return row(name).spec().architecture();
    }

    /** layers × 2 (keys and values) × key-value heads × head size × 2 bytes. */
    @ParameterizedTest
    @CsvSource({
        "llama-3.1-8b-instruct, 131072",      // 32 × 2 × 8 × 128 × 2
        "llama-3.1-70b-instruct, 327680",     // 80 × 2 × 8 × 128 × 2
        "qwen3-8b, 147456",                   // 36 × 2 × 8 × 128 × 2
        "qwen2.5-7b-instruct, 57344",         // 28 × 2 × 4 × 128 × 2
        "mistral-7b-instruct, 131072",
        "qwen3-30b-a3b, 98304",               // 48 × 2 × 4 × 128 × 2
        "mixtral-8x7b-instruct, 131072",
        "phi-4, 204800",                      // 40 × 2 × 10 × 128 × 2
    })
    void keyValueBytesOfOneToken(String name, int bytes) {
        Architecture a = arch(name);
        assertThat(a.numHiddenLayers() * 2 * a.keyValueHeads() * a.headSize() * 2).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "llama-3.1-8b-instruct, 16060522496", "llama-3.1-70b-instruct, 141107412992", "qwen3-8b, 16381470720",
        "mistral-7b-instruct, 14496047104", "qwen2.5-7b-instruct, 15231233024", "qwen2.5-72b-instruct, 145412407296",
        "mixtral-8x7b-instruct, 93405585408", "gpt-oss-20b, 13761264768", "gpt-oss-120b, 65248815744",
        "deepseek-r1, 688586727753", "deepseek-r1-distill-llama-8b, 16060522496"})
    void checkpointBytes(String name, long bytes) {
        assertThat(row(name).spec().weights().bytes()).isEqualTo(bytes);
    }

    static List<ModelRow> counted() {
        return Catalog.builtIn().models().list().stream()
                .filter(r -> PLAIN.contains(r.spec().architecture().modelType()) && r.spec().weights() != null
                        && r.spec().weights().parameters() != null && !r.name().equals("qwen2.5-72b-instruct-awq")).toList();
    }

    /** The count of the card can be had from the sizes, to the last parameter; that proves all sizes at once. */
    @ParameterizedTest
    @MethodSource("counted")
    void sizesGiveTheParameters(ModelRow row) {
        Architecture a = row.spec().architecture();
        long hidden = a.hiddenSize();
        long head = a.headSize();
        long queries = a.numAttentionHeads() * head;
        long keys = a.keyValueHeads() * head;
        long layer = 2 * hidden * queries + 2 * hidden * keys + 3 * hidden * a.intermediateSize() + 2 * hidden
                + (a.modelType().equals("qwen2") ? queries + 2 * keys : 0)
                + (a.modelType().equals("qwen3") ? 2 * head : 0);
        long tables = Boolean.TRUE.equals(a.tieWordEmbeddings()) ? 1 : 2;
        assertThat(tables * a.vocabSize() * hidden + a.numHiddenLayers() * layer + hidden)
                .isEqualTo(row.spec().weights().parameters());
    }

    /** Unquantised checkpoints hold two bytes for each parameter. */
    @Test
    void bytesAndParametersAgree() {
        assertThat(Catalog.builtIn().models().list().stream()
                .filter(r -> r.spec().architecture().quantizationConfig() == null)
                .filter(r -> r.spec().weights() != null && r.spec().weights().bytes() != null
                        && r.spec().weights().parameters() != null))
                .hasSizeGreaterThan(20).allSatisfy(r -> {
                    ProfileWeights weights = r.spec().weights();
                    assertThat(weights.bytes()).as(r.name()).isEqualTo(2 * weights.parameters());
                });
    }

    @Test
    void deepSeekHasItsLatentAttention() {
        Architecture v3 = arch("deepseek-v3");
        assertThat(v3.mla()).isTrue();
        // (512 + 64) × 61 layers × 2 bytes = 70272 bytes a token.
        assertThat((v3.kvLoraRank() + v3.qkRopeHeadDim()) * v3.numHiddenLayers() * 2).isEqualTo(70272);
        assertThat(v3.quantizationConfig().weightBlockSize()).containsExactly(128, 128);
        assertThat(v3.firstKDenseReplace()).isEqualTo(3);
        assertThat(arch("deepseek-v3.2").indexNHeads()).isEqualTo(64);
        assertThat(arch("kimi-k2").numExperts()).isEqualTo(384);
        assertThat(arch("deepseek-v2-lite").qLoraRank()).isNull();
    }

    @Test
    void windowsAndStatesAreCounted() {
        Architecture gemma3 = arch("gemma-3-27b-it");
        assertThat(gemma3.fullAttentionLayers()).isEqualTo(10);
        assertThat(gemma3.slidingAttentionLayers()).isEqualTo(52);
        assertThat(gemma3.slidingWindow()).isEqualTo(1024);
        Architecture next = arch("qwen3-next-80b-a3b-instruct");
        assertThat(next.fullAttentionLayers()).isEqualTo(12);
        assertThat(next.linearAttentionLayers()).isEqualTo(36);
        assertThat(next.linearNumValueHeads()).isEqualTo(32);
        assertThat(arch("gpt-oss-20b").slidingAttentionLayers()).isEqualTo(12);
        assertThat(arch("llama-4-scout").slidingWindow()).isEqualTo(8192);
    }

    @ParameterizedTest
    @CsvSource({"qwen2.5-7b-instruct, 32768", "qwen3-8b, 40960", "mistral-7b-instruct, 32768", "llama-3.1-8b-instruct, 131072",
        "deepseek-r1, 163840", "phi-4, 16384", "gemma-2-9b-it, 8192", "gpt-oss-120b, 131072"})
    void longestContext(String name, int tokens) {
        assertThat(arch(name).maxPositionEmbeddings()).isEqualTo(tokens);
    }

    @ParameterizedTest
    @CsvSource({"DeepSeek-R1-8B, 32768, 0.90", "Llama-3.1-8B, 8192, 0.90", "Llama-3.1-70B, 8192, 0.90", "Qwen3-7B, 32768, 0.90",
        "Mistral-7B, 8192, 0.90", "DeepSeek-R1-671B, 32768, 0.85", "DeepSeek-V3-671B, 32768, 0.90",
        "DeepSeek-V3.2-671B, 32768, 0.90"})
    void startsWhereUsersStart(String said, int context, String utilization) {
        assertThat(row(said).spec().defaults().contextLength()).isEqualTo(context);
        assertThat(row(said).spec().defaults().gpuMemoryUtilization()).isEqualTo(utilization);
    }
}
