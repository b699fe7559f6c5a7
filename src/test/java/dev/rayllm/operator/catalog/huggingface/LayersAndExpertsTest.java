package dev.rayllm.operator.catalog.huggingface;

import static dev.rayllm.operator.catalog.huggingface.Fixtures.architecture;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.imported;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.json;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The many ways to say which layers do what. */
class LayersAndExpertsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "model_type": "mistral", "sliding_window": 4096                                                          | 0  | 32 | 4096
            "model_type": "mistral", "sliding_window": 8192                                                          |    |    |
            "model_type": "phi3", "sliding_window": 2047                                                             | 0  | 32 | 2047
            "model_type": "qwen2", "sliding_window": 4096                                                            |    |    |
            "model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": false                               |    |    |
            "model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": true, "max_window_layers": 20       | 20 | 12 | 4096
            "model_type": "gemma2", "sliding_window": 4096                                                           | 16 | 16 | 4096
            "model_type": "gemma3_text", "sliding_window": 512                                                       | 5  | 27 | 512
            "model_type": "gemma3_text", "sliding_window": 512, "sliding_window_pattern": 4                          | 8  | 24 | 512
            "model_type": "cohere2", "sliding_window": 4096                                                          | 8  | 24 | 4096
            "model_type": "exaone4", "sliding_window": 4096, "sliding_window_pattern": "LLLG"                        | 8  | 24 | 4096
            "model_type": "llama4", "attention_chunk_size": 4096                                                     | 8  | 24 | 4096
            "model_type": "llama", "sliding_window": null                                                            |    |    |
            "model_type": "llama", "sliding_window": 0                                                               |    |    |
            """)
    void windows(String keys, Integer full, Integer sliding, Integer window) {
        Architecture arch = architecture(with(keys.strip()));
        assertThat(arch.fullAttentionLayers()).isEqualTo(full);
        assertThat(arch.slidingAttentionLayers()).isEqualTo(sliding);
        assertThat(arch.slidingWindow()).isEqualTo(window);
    }

    @Test
    void listsCountMoreThanSteps() {
        String types = "\"sliding_attention\", ".repeat(30) + "\"full_attention\", \"full_attention\"";
        Architecture arch = architecture(with("\"model_type\": \"gemma2\", \"sliding_window\": 1024, \"layer_types\": [" + types + "]"));
        assertThat(arch.slidingAttentionLayers()).isEqualTo(30);
        assertThat(imported(with("\"sliding_window\": 1024, \"layer_types\": [\"full_attention\"]")).faults())
                .containsExactly("config.json: layer_types has 1 entries, num_hidden_layers is 32");
    }

    @Test
    void kimiLinearListsItsLayers() {
        Architecture arch = architecture(with("""
                "model_type": "kimi_linear", "num_hidden_layers": 4, "kv_lora_rank": 512, "q_lora_rank": null, "qk_nope_head_dim": 128,
                "qk_rope_head_dim": 64, "v_head_dim": 128, "num_experts": 256, "num_experts_per_token": 8, "num_shared_experts": 1,
                "moe_intermediate_size": 1024, "first_k_dense_replace": 1, "linear_attn_config": {"full_attn_layers": [4],
                "kda_layers": [1, 2, 3], "head_dim": 128, "num_heads": 32, "short_conv_kernel_size": 4}"""));
        assertThat(arch.fullAttentionLayers()).isEqualTo(1);
        assertThat(arch.linearAttentionLayers()).isEqualTo(3);
        assertThat(arch.linearNumKeyHeads()).isEqualTo(32).isEqualTo(arch.linearNumValueHeads());
        assertThat(arch.linearConvKernelDim()).isEqualTo(4);
        assertThat(arch.numExpertsPerTok()).isEqualTo(8);
        assertThat(arch.nSharedExperts()).isEqualTo(1);
        assertThat(arch.mla()).isTrue();
    }

    @Test
    void graniteHybridKeepsMambaStatesAsLinearAttention() {
        String types = "\"mamba\", ".repeat(28) + "\"attention\", ".repeat(3) + "\"attention\"";
        Architecture arch = architecture(with("""
                "model_type": "granitemoehybrid", "layer_types": [%s], "num_local_experts": 0, "shared_intermediate_size": 8192,
                "mamba_n_heads": 64, "mamba_d_head": 64, "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4""".formatted(types)));
        assertThat(arch.linearAttentionLayers()).isEqualTo(28);
        assertThat(arch.linearNumValueHeads() * arch.linearValueHeadDim()).isEqualTo(64 * 64);
        assertThat(arch.linearNumKeyHeads() * arch.linearKeyHeadDim()).isEqualTo(128);
        assertThat(arch.intermediateSize()).as("of the one MLP").isEqualTo(8192);
        assertThat(arch.mixtureOfExperts()).isFalse();
    }

    /** Nemotron 3 Nano has 31.6 billion parameters by its card; as 16-bit numbers 58.9 GiB. */
    @Test
    void nemotronsLayersBecomeMixersWithTheirShareOfMlps() {
        Imported imported = imported(nemotron());
        assertThat(imported.faults()).isEmpty();
        Architecture arch = imported.spec().architecture();
        assertThat(arch.numHiddenLayers()).isEqualTo(29);
        assertThat(arch.fullAttentionLayers()).isEqualTo(6);
        assertThat(arch.linearAttentionLayers()).isEqualTo(23);
        // 1856 × 2 matrices of 3 × 23 MLPs ÷ 29 layers = 981.3, in whole groups of 16
        assertThat(arch.moeIntermediateSize()).isEqualTo(992);
        assertThat(MemoryModel.standard().checkpointGib(arch)).isBetween(58.9 * 0.98, 58.9 * 1.02);
        assertThat(imported.unknown()).singleElement().asString().contains("29 layers stand for 52 (23 mamba, 6 attention, 0 dense, 23 with");
        assertThat(imported.spec().notes()).startsWith("Imported; not known: a layer is a mixer or an MLP");
    }

    private static JsonNode nemotron() {
        return json("""
                {"model_type": "nemotron_h", "hidden_size": 2688, "num_hidden_layers": 52, "num_attention_heads": 32,
                 "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 1856, "vocab_size": 131072,
                 "max_position_embeddings": 262144, "tie_word_embeddings": false, "torch_dtype": "bfloat16", "n_routed_experts": 128,
                 "num_experts_per_tok": 6, "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712,
                 "n_shared_experts": 1, "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
                 "mamba_num_heads": 64, "mamba_head_dim": 64, "n_groups": 8, "ssm_state_size": 128, "conv_kernel": 4,
                 "time_step_limit": [0.0, 1e9], "mlp_hidden_act": "relu2", "use_mamba_kernels": true}""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "first_k_dense_replace": 3                                       | 3  | 14336
            "mlp_only_layers": [0, 1]                                        | 2  | 14336
            "decoder_sparse_step": 2                                         | 16 | 14336
            "moe_layer_freq": [0, 0, 1, 1]                                   | 2  | 14336
            "moe_layer_freq": 2, "first_k_dense_replace": 1                  | 17 | 14336
            "mlp_layer_types": ["dense", "sparse"]                           | 1  | 14336
            "interleave_moe_layer_step": 2, "intermediate_size_mlp": 16384   | 16 | 16384
            "interleave_moe_layer_step": 1, "intermediate_size_mlp": 16384   |    | 14336
            "expert_layer_period": 2, "expert_layer_offset": 1               | 16 | 14336
            "moe_layer_start_index": 3                                       | 3  | 14336
            """)
    void denseLayersOfExpertModels(String keys, Integer dense, int width) {
        Architecture arch = architecture(with("\"num_experts\": 16, \"num_experts_per_tok\": 2, \"moe_intermediate_size\": 1024, "
                + keys.strip()));
        assertThat(arch.firstKDenseReplace()).isEqualTo(dense);
        assertThat(arch.intermediateSize()).isEqualTo(width);
    }

    @Test
    void spreadDenseLayersAreToldToBeCountedAsTheFirst() {
        Imported imported = imported(with("\"num_experts\": 16, \"num_experts_per_tok\": 2, \"decoder_sparse_step\": 2"));
        assertThat(imported.assumed()).contains("the 16 layers with a dense MLP are counted as the first ones; they are spread");
        assertThat(imported.spec().architecture().moeIntermediateSize()).as("as wide as the MLP when nothing is said").isEqualTo(14336);
    }

    @Test
    void expertsOnANarrowerVectorBecomeNarrowerExperts() {
        Architecture arch = architecture(with("\"num_experts\": 64, \"num_experts_per_tok\": 4, \"moe_intermediate_size\": 3072,"
                + " \"n_shared_experts\": 2, \"moe_latent_size\": 1024"));
        assertThat(arch.moeIntermediateSize()).as("3072 × 1024 ÷ 4096").isEqualTo(768);
        assertThat(arch.sharedExpertIntermediateSize()).as("shared ones stay").isEqualTo(6144);
    }

    @Test
    void noExpertsMeansNone() {
        for (String keys : new String[] {"\"num_experts\": 0", "\"num_experts\": null", "\"num_experts\": 128, \"enable_moe_block\": false"}) {
            assertThat(architecture(with(keys)).mixtureOfExperts()).as(keys).isFalse();
        }
    }
}
