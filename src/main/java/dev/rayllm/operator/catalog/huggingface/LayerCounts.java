package dev.rayllm.operator.catalog.huggingface;

/**
 * How many layers have which part.
 *
 * @param total     all
 * @param attention those with attention
 * @param linear    those with a constant state
 * @param experts   those with experts
 */
record LayerCounts(int total, int attention, int linear, int experts) {

    static LayerCounts of(Facts facts) {
        int total = facts.orZero("num_hidden_layers");
        int linear = facts.orZero("linear_attention_layers");
        return new LayerCounts(total, total - linear, linear, total - facts.orZero("first_k_dense_replace"));
    }

    /** Layers that have a part, by the name of a matrix in it. Nemotron calls attention and Mamba alike a mixer. */
    int having(String part) {
        if (part.contains("linear_attn") || part.matches("mixer\\.(in_proj|out_proj|conv1d).*")) {
            return linear;
        } else if (part.contains("self_attn") || part.matches("mixer\\.[qkvo]_proj.*")) {
            return attention;
        }
        return part.contains("expert") ? experts : total;
    }
}
