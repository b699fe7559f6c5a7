package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import dev.rayllm.operator.catalog.huggingface.ClassDefaults;
import dev.rayllm.operator.catalog.huggingface.NotGenerating;
import java.util.Arrays;
import java.util.Locale;

/** Reads one row of a table of architectures; empty cells are values that are not known. */
final class ConfigRow {

    /** {@code configuration_deepseek.py} of DeepSeek-V2's repositories. */
    private static final int DEEPSEEK_V2 = 102_400;

    private ConfigRow() {
    }

    static ModelConfigs.Row read(StartRecord cells) {
        String model = cells.text("model");
        try {
            double checkpoint = cells.number("checkpoint_gib");
            Architecture arch = architecture(cells);
            return new ModelConfigs.Row(model, arch, problem(arch), checkpoint);
        } catch (OddRecordException e) {
            return new ModelConfigs.Row(model, null, "its configuration: " + e.getMessage(), Double.NaN);
        }
    }

    /** What is missing without which nothing can be said. */
    private static String problem(Architecture a) {
        if (a.hiddenSize() == null || a.numHiddenLayers() == null || a.numAttentionHeads() == null) {
            return "its configuration does not give hidden size, layers and heads";
        }
        if (NotGenerating.kind(a.modelType()) != null) {
            return "model_type '" + a.modelType() + "' is " + NotGenerating.kind(a.modelType()) + ": only models that generate text can be"
                    + " sized";
        }
        if (a.intermediateSize() == null && a.moeIntermediateSize() == null) {
            return "its configuration does not give the width of the MLP";
        }
        String type = a.modelType();
        if (type.startsWith("nemotron") && a.fullAttentionLayers() == null && !type.equals("nemotron")) {
            return "its layers differ and its configuration does not count them by kind";
        }
        if (a.vocabSize() == null) {
            return "its configuration does not give the vocabulary, and that of its family is not known";
        }
        return sizes(a);
    }

    /** Sizes that no model has. */
    private static String sizes(Architecture a) {
        for (Integer size : Arrays.asList(a.hiddenSize(), a.numHiddenLayers(), a.numAttentionHeads(), a.numKeyValueHeads(), a.headDim(),
                a.vocabSize())) {
            if (size != null && size <= 0) {
                return "its configuration has a size of 0 where one is needed (hidden_size, num_layers, num_attention_heads,"
                        + " num_kv_heads, head_dim, vocab_size)";
            }
        }
        if (!a.mla() && a.numAttentionHeads() % a.keyValueHeads() != 0) {
            return "its " + a.numAttentionHeads() + " attention heads are no multiple of its " + a.keyValueHeads() + " key-value heads";
        }
        return a.mla() || a.headSize() > 0 ? null : "its heads have no size";
    }

    /** The vocabulary of the row, or that which the family's configuration class takes; DeepSeek's own is larger than transformers'. */
    private static Integer vocabulary(StartRecord c, String type) throws OddRecordException {
        Integer own = whole(c, "vocab_size");
        return own != null ? own : type.equals("deepseek_v2") ? Integer.valueOf(DEEPSEEK_V2) : ClassDefaults.vocabulary(type);
    }

    private static Architecture architecture(StartRecord c) throws OddRecordException {
        String type = c.text("model_type").isEmpty() ? "unknown" : c.text("model_type").toLowerCase(Locale.ROOT);
        String quantisation = c.text("quantization") + (c.text("notes").contains("experts stored fp4") ? " mxfp4" : "");
        Formats.dtype(c.text("torch_dtype"));
        Formats.quantisation(quantisation.strip());
        QuantizationConfig quantised = quantisation.isBlank() ? null : QuantisationText.read(quantisation);
        return new Architecture(type, whole(c, "hidden_size"), whole(c, "num_layers"), whole(c, "num_attention_heads"),
                whole(c, "num_kv_heads"), whole(c, "head_dim"), whole(c, "intermediate_size"), vocabulary(c, type),
                c.has("tie_word_embeddings") ? c.yes("tie_word_embeddings") : null, whole(c, "max_position_embeddings"),
                c.text("torch_dtype").isEmpty() ? null : c.text("torch_dtype"), whole(c, "num_experts"),
                whole(c, "experts_per_token"), whole(c, "moe_intermediate_size"), whole(c, "shared_experts"),
                whole(c, "shared_expert_intermediate_size"), whole(c, "first_dense_layers"), whole(c, "kv_lora_rank"),
                whole(c, "q_lora_rank"), whole(c, "qk_rope_head_dim"), whole(c, "qk_nope_head_dim"), whole(c, "v_head_dim"),
                whole(c, "index_n_heads"), whole(c, "index_head_dim"), whole(c, "sliding_window"),
                whole(c, "full_attention_layers"), whole(c, "sliding_layers"), whole(c, "linear_layers"),
                whole(c, "linear_key_heads"), whole(c, "linear_value_heads"), whole(c, "linear_key_head_dim"),
                whole(c, "linear_value_head_dim"), whole(c, "linear_conv_kernel"), whole(c, "global_head_dim"),
                whole(c, "global_kv_heads"), whole(c, "mtp_layers"), whole(c, "vision_layers"), whole(c, "vision_hidden_size"),
                quantised);
    }

    private static Integer whole(StartRecord cells, String column) throws OddRecordException {
        int value = cells.whole(column, 0, -1);
        return value < 0 ? null : value;
    }
}
