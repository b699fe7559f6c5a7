package dev.rayllm.operator.catalog.huggingface;

/** Heads, their sizes, and the compressed vectors of latent attention (MLA). */
final class AttentionFacts {

    private final Level text;
    private final Facts facts;
    private final boolean falcon;

    AttentionFacts(Level text, Facts facts, String type) {
        this.text = text;
        this.facts = facts;
        this.falcon = type.equals("falcon") || type.startsWith("refinedweb");
    }

    void read() {
        facts.put("num_attention_heads", text.wholeOrRepeated("num_attention_heads", "n_head", "n_heads", "num_heads"));
        keyValueHeads();
        Integer head = text.wholeOrRepeated("head_dim", "attention_head_dim", "kv_channels");
        // DeepSeek-VL2 ships the sizes of latent attention with a switch that turns it off.
        Boolean latent = text.yes("use_mla");
        Integer rank = Boolean.FALSE.equals(latent) ? null : text.positive("kv_lora_rank");
        if (rank == null) {
            text.value("kv_lora_rank", "q_lora_rank", "qk_rope_head_dim", "qk_nope_head_dim", "v_head_dim");
            facts.put("head_dim", head);
        } else {
            facts.put("kv_lora_rank", rank);
            facts.put("q_lora_rank", text.positive("q_lora_rank"));
            facts.put("qk_rope_head_dim", text.whole("qk_rope_head_dim"));
            facts.put("qk_nope_head_dim", text.whole("qk_nope_head_dim"));
            facts.put("v_head_dim", text.whole("v_head_dim"));
        }
        facts.put("index_n_heads", text.positive("index_n_heads"));
        facts.put("index_head_dim", text.positive("index_head_dim"));
        facts.put("global_head_dim", text.positive("global_head_dim"));
        facts.put("num_global_key_value_heads", text.positive("num_global_key_value_heads"));
    }

    /** Falcon and ChatGLM say "one for all" by a switch; Falcon has it on unless it says otherwise, whatever its number is. */
    private void keyValueHeads() {
        Boolean one = text.yes("multi_query");
        boolean newer = Boolean.TRUE.equals(text.yes("new_decoder_architecture")) || text.has("n_head_kv");
        Integer heads = text.wholeOrRepeated("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num");
        if (falcon && !newer) {
            heads = Boolean.FALSE.equals(one) ? facts.whole("num_attention_heads") : Integer.valueOf(1);
        } else if (heads == null && Boolean.TRUE.equals(one) && !falcon) {
            heads = 1;
        }
        facts.put("num_key_value_heads", heads);
    }
}
