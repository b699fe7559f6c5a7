package dev.rayllm.operator.catalog.huggingface;

/**
 * Sizes of layers with a constant state. All kinds are told in the words of the gated delta net: Kimi's delta attention has as many
 * key as value heads; Mamba-2 has values of {@code heads × head size} and keys of {@code groups × state size}, which gives its
 * convolution (values and twice the keys) and its state (values × state size) exactly.
 */
final class LinearFacts {

    private final Level text;
    private final Facts facts;

    LinearFacts(Level text, Facts facts) {
        this.text = text;
        this.facts = facts;
    }

    void read() {
        Level kimi = text.inside("linear_attn_config");
        Integer mambaHeads = text.positive("mamba_num_heads", "mamba_n_heads");
        if (kimi != null) {
            Integer heads = kimi.whole("num_heads");
            Integer size = kimi.whole("head_dim");
            put(heads, heads, size, size, kimi.whole("short_conv_kernel_size"));
        } else if (mambaHeads != null) {
            put(text.whole("n_groups", "mamba_n_groups"), mambaHeads, text.whole("ssm_state_size", "mamba_d_state"),
                    text.whole("mamba_head_dim", "mamba_d_head"), text.whole("conv_kernel", "mamba_d_conv"));
        } else {
            put(text.whole("linear_num_key_heads"), text.whole("linear_num_value_heads"), text.whole("linear_key_head_dim"),
                    text.whole("linear_value_head_dim"), text.whole("linear_conv_kernel_dim"));
        }
    }

    private void put(Integer keyHeads, Integer valueHeads, Integer keySize, Integer valueSize, Integer taps) {
        facts.put("linear_num_key_heads", keyHeads);
        facts.put("linear_num_value_heads", valueHeads);
        facts.put("linear_key_head_dim", keySize);
        facts.put("linear_value_head_dim", valueSize);
        facts.put("linear_conv_kernel_dim", taps);
    }
}
