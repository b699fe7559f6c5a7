package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Routed and shared experts, and the layers that have a dense MLP in their place. */
final class ExpertFacts {

    private final Level text;
    private final Facts facts;
    private final ModelFamily family;
    private final Notes notes;

    ExpertFacts(Level text, Facts facts, ModelFamily family, Notes notes) {
        this.text = text;
        this.facts = facts;
        this.family = family;
        this.notes = notes;
    }

    void read() {
        Integer experts = text.positive("n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts", "num_moe_experts");
        Integer chosen = text.positive("num_experts_per_tok", "num_experts_per_token", "experts_per_token", "top_k_experts",
                "moe_topk", "moe_top_k", "moe_k", "num_selected_experts");
        Integer width = text.positive("moe_intermediate_size", "moe_ffn_hidden_size", "expert_intermediate_size",
                "expert_ffn_hidden_size");
        Integer latent = text.positive("moe_latent_size", "routed_expert_hidden_size");
        Integer shared = text.positive("n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert");
        Integer sharedWidth = text.positive("shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                "share_expert_dim", "shared_intermediate_size");
        if (experts == null || Boolean.FALSE.equals(text.yes("enable_moe_block"))) {
            denseOnly(sharedWidth);
            return;
        }
        facts.put("num_experts", experts);
        facts.put("num_experts_per_tok", chosen);
        int expertWidth = width != null ? width : facts.orZero("intermediate_size");
        int narrow = narrowed(expertWidth, latent);
        facts.put("moe_intermediate_size", expertWidth == 0 ? null : narrow);
        facts.put("n_shared_experts", shared != null ? shared : family != null && family.sharedExperts() > 0 ? family.sharedExperts() : null);
        // Shared experts stay as wide as the file says when routed ones are narrowed.
        Integer ownWidth = narrow != expertWidth && shared != null
                ? (Integer) (int) Math.min((long) shared * expertWidth, Integer.MAX_VALUE) : null;
        facts.put("shared_expert_intermediate_size", sharedWidth != null ? sharedWidth : ownWidth);
        denseLayers();
    }

    /** Granite 4 without experts calls the width of its one MLP that of the shared one. */
    private void denseOnly(Integer sharedWidth) {
        text.value("interleave_moe_layer_step", "moe_layers", "mlp_only_layers", "decoder_sparse_step", "first_k_dense_replace",
                "moe_layer_freq", "intermediate_size_mlp");
        if (sharedWidth != null) {
            facts.put("intermediate_size", sharedWidth);
        }
    }

    /** Experts that work on a narrower vector have as many weights as narrower experts on the full one. */
    private int narrowed(int width, Integer latent) {
        int hidden = facts.orZero("hidden_size");
        if (latent == null || hidden == 0 || latent == hidden) {
            return width;
        }
        int same = (int) Math.ceil((double) width * latent / hidden);
        notes.unknown("experts work on " + latent + " of " + hidden + " elements: moe_intermediate_size " + same
                + " stands for " + width + ", which has as many weights");
        return same;
    }

    private void denseLayers() {
        int layers = facts.orZero("num_hidden_layers");
        int leading = text.positive("first_k_dense_replace", "moe_layer_start_index") == null ? 0
                : text.positive("first_k_dense_replace", "moe_layer_start_index");
        IntPredicate dense = rule(layers).or(layer -> layer < leading);
        int count = (int) IntStream.range(0, layers).filter(dense).count();
        int first = (int) IntStream.range(0, layers).takeWhile(dense::test).count();
        if (count > first) {
            notes.assumed("the " + count + " layers with a dense MLP are counted as the first ones; they are spread");
        }
        facts.put("first_k_dense_replace", count == 0 ? null : count);
        Integer width = text.positive("intermediate_size_mlp", "dense_intermediate_size");
        if (width != null && count > 0) {
            facts.put("intermediate_size", width);
        }
    }

    /** Which layers are dense, as far as a list or a step says so. */
    private IntPredicate rule(int layers) {
        List<String> kinds = text.list("mlp_layer_types");
        JsonNode frequency = text.value("moe_layer_freq");
        List<String> only = text.list("mlp_only_layers");
        List<String> sparse = text.list("moe_layers");
        Integer step = text.positive("interleave_moe_layer_step", "decoder_sparse_step");
        Integer period = text.positive("expert_layer_period");
        Integer offset = text.whole("expert_layer_offset");
        if (kinds != null) {
            return layer -> layer < kinds.size() && kinds.get(layer).equals("dense");
        } else if (frequency != null && frequency.isArray()) {
            return layer -> layer < frequency.size() && frequency.get(layer).asInt(1) == 0;
        } else if (sparse != null && !sparse.isEmpty()) {
            return layer -> !sparse.contains(Integer.toString(layer));
        } else if (period != null) {
            return layer -> layer % period != (offset == null ? 0 : offset);
        } else if (frequency != null && frequency.asInt(1) > 1) {
            return layer -> layer % frequency.asInt(1) != 0;
        }
        boolean steps = step != null && step > 1;
        return layer -> steps && (layer + 1) % step != 0 || only != null && only.contains(Integer.toString(layer));
    }
}
