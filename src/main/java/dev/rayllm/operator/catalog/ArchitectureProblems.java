package dev.rayllm.operator.catalog;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong with the facts of an architecture; names in messages are those of {@code config.json}. */
final class ArchitectureProblems {

    private final Architecture arch;
    private final List<String> problems;

    private ArchitectureProblems(Architecture arch, List<String> problems) {
        this.arch = arch;
        this.problems = problems;
    }

    static void of(Architecture arch, List<String> problems) {
        ArchitectureProblems found = new ArchitectureProblems(arch, problems);
        found.ok(arch.modelType() != null && !arch.modelType().isBlank(), "model_type is missing");
        int before = problems.size();
        found.needed();
        found.sizes();
        // The rest compares sizes with one another, which says nothing new while some are missing or below zero.
        if (problems.size() == before) {
            found.heads();
            found.experts();
            found.latentAttention();
            found.layerKinds();
        }
    }

    private void needed() {
        above("hidden_size", arch.hiddenSize());
        above("num_hidden_layers", arch.numHiddenLayers());
        above("num_attention_heads", arch.numAttentionHeads());
        above("vocab_size", arch.vocabSize());
    }

    private void sizes() {
        Map<String, Integer> optional = new LinkedHashMap<>();
        optional.put("num_key_value_heads", arch.numKeyValueHeads());
        optional.put("head_dim", arch.headDim());
        optional.put("max_position_embeddings", arch.maxPositionEmbeddings());
        optional.put("kv_lora_rank", arch.kvLoraRank());
        optional.put("q_lora_rank", arch.qLoraRank());
        optional.put("sliding_window", arch.slidingWindow());
        optional.put("global_head_dim", arch.globalHeadDim());
        optional.put("num_global_key_value_heads", arch.numGlobalKeyValueHeads());
        optional.forEach((name, size) -> ok(size == null || size > 0, name + " must be above 0 and is " + size));
        notNegative(arch.intermediateSize(), "intermediate_size");
        notNegative(arch.numExperts(), "num_experts");
        notNegative(arch.moeIntermediateSize(), "moe_intermediate_size");
        notNegative(arch.nSharedExperts(), "n_shared_experts");
        notNegative(arch.firstKDenseReplace(), "first_k_dense_replace");
        notNegative(arch.fullAttentionLayers(), "full_attention_layers");
        notNegative(arch.slidingAttentionLayers(), "sliding_attention_layers");
        notNegative(arch.linearAttentionLayers(), "linear_attention_layers");
    }

    private void heads() {
        int heads = arch.numAttentionHeads();
        ok(arch.headDim() != null || arch.mla() || arch.hiddenSize() % heads == 0, "hidden_size " + arch.hiddenSize()
                + " is not divisible by num_attention_heads " + heads + ": give head_dim");
        int keyValueHeads = arch.keyValueHeads();
        ok(arch.mla() || heads % keyValueHeads == 0, "num_attention_heads " + heads
                + " is not divisible by num_key_value_heads " + keyValueHeads);
    }

    private void experts() {
        if (!arch.mixtureOfExperts()) {
            ok(positive(arch.intermediateSize()), "intermediate_size is missing, and there are no experts (num_experts)");
            return;
        }
        ok(positive(arch.moeIntermediateSize()) || positive(arch.intermediateSize()),
                "moe_intermediate_size is missing for a model with experts");
        ok(positive(arch.numExpertsPerTok()) && arch.numExpertsPerTok() <= arch.numExperts(),
                "num_experts_per_tok must be 1 to " + arch.numExperts() + " (num_experts) and is " + arch.numExpertsPerTok());
        int dense = arch.firstKDenseReplace() == null ? 0 : arch.firstKDenseReplace();
        ok(dense <= arch.numHiddenLayers(), "first_k_dense_replace " + dense + " is more than num_hidden_layers");
        ok(dense == 0 || positive(arch.intermediateSize()), "intermediate_size is missing for the " + dense + " dense layers");
    }

    private void latentAttention() {
        if (arch.mla()) {
            ok(positive(arch.qkRopeHeadDim()), "qk_rope_head_dim is missing for a model with kv_lora_rank (MLA)");
            ok(positive(arch.qkNopeHeadDim()), "qk_nope_head_dim is missing for a model with kv_lora_rank (MLA)");
            ok(positive(arch.vHeadDim()), "v_head_dim is missing for a model with kv_lora_rank (MLA)");
        }
        ok(positive(arch.indexNHeads()) == positive(arch.indexHeadDim()), "index_n_heads and index_head_dim go together");
    }

    private void layerKinds() {
        int sliding = arch.slidingAttentionLayers() == null ? 0 : arch.slidingAttentionLayers();
        int linear = arch.linearAttentionLayers() == null ? 0 : arch.linearAttentionLayers();
        int all = sliding + linear + (arch.fullAttentionLayers() == null ? 0 : arch.fullAttentionLayers());
        ok(arch.fullAttentionLayers() == null ? all <= arch.numHiddenLayers() : all == arch.numHiddenLayers(),
                "full, sliding and linear attention layers are " + all + " together, num_hidden_layers is "
                        + arch.numHiddenLayers());
        ok(sliding == 0 || arch.slidingWindow() != null, "sliding_window is missing for the " + sliding + " sliding layers");
        if (linear > 0) {
            ok(positive(arch.linearNumValueHeads()), "linear_num_value_heads is missing for the " + linear + " linear layers");
            ok(positive(arch.linearValueHeadDim()), "linear_value_head_dim is missing for the " + linear + " linear layers");
        }
    }

    private void above(String name, Integer size) {
        ok(positive(size), size == null ? name + " is missing" : name + " must be above 0 and is " + size);
    }

    private void notNegative(Integer size, String name) {
        ok(size == null || size >= 0, name + " must not be below 0 and is " + size);
    }

    private void ok(boolean holds, String problem) {
        if (!holds) {
            problems.add("architecture." + problem);
        }
    }

    private static boolean positive(Integer size) {
        return size != null && size > 0;
    }
}
