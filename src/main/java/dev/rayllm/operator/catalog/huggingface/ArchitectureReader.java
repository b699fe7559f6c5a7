package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

/**
 * Finds the facts of an architecture in a {@code config.json}. Families name the same thing differently; the names here are those
 * of transformers' configuration classes and of the repositories that bring their own.
 */
final class ArchitectureReader {

    /** Where multimodal models keep their language model. */
    private static final String[] LANGUAGE_PARTS = {"text_config", "llm_config", "language_config", "language_model_config"};

    private static final int MOST_LAYERS = 10_000;
    private static final List<String> DATA_TYPES = List.of("bfloat16", "float16", "half", "float32", "float", "float8_e4m3fn", "auto");

    private final Notes notes;
    private final Facts facts = new Facts();
    private final Level whole;
    private final Level text;
    private final boolean nested;
    private final String type;
    private final ModelFamily family;

    private ArchitectureReader(JsonNode root, Notes notes) {
        this.notes = notes;
        Level outer = new Level(root, "", notes);
        Level part = languagePart(outer);
        this.nested = part != outer;
        String own = outer.text("model_type");
        String inner = part.text("model_type");
        this.text = part.with(ClassDefaults.of(nested, inner, own));
        this.whole = nested ? outer : text;
        this.type = (own != null ? own : inner != null ? inner : "").toLowerCase(Locale.ROOT);
        this.family = ModelFamily.of(type);
    }

    /** The facts of a file, without its quantisation. */
    static Facts read(JsonNode root, CheckpointIndex index, Notes notes) {
        return new ArchitectureReader(root, notes).read(index);
    }

    /** The language part of a file, or the file itself. */
    static Level languagePart(Level whole) {
        Level thinker = whole.inside("thinker_config");
        Level outer = thinker != null ? thinker : whole;
        Level inner = outer.inside(LANGUAGE_PARTS);
        return inner != null ? inner : outer;
    }

    private Facts read(CheckpointIndex index) {
        facts.put("model_type", type.isEmpty() ? null : type);
        NotGenerating.check(whole, type, notes);
        sizes();
        new AttentionFacts(text, facts, type).read();
        new ExpertFacts(text, facts, family, notes).read();
        new LayerKinds(text, facts, family, notes).read();
        new SinglePurposeLayers(text, facts, notes).read();
        facts.put("num_nextn_predict_layers", text.positive("num_nextn_predict_layers", "mtp_num_hidden_layers",
                "mtp_transformer_layers", "num_mtp_modules"));
        vision();
        head(index);
        dataType();
        family();
        unreadKeys();
        return facts;
    }

    private void sizes() {
        facts.put("hidden_size", text.wholeOrRepeated("hidden_size", "n_embd", "d_model", "dim"));
        facts.put("num_hidden_layers", layers());
        facts.put("vocab_size", text.whole("vocab_size", "padded_vocab_size"));
        facts.put("intermediate_size", width());
        facts.put("max_position_embeddings", ContextLength.of(text, type, notes));
        if (text.has("block_configs") || text.has("num_query_heads")) {
            notes.unknown("its layers differ from one another (" + (text.has("block_configs") ? "block_configs" : "num_query_heads")
                    + "), and a profile describes one layer for all");
        }
    }

    /** Falcon and GPT-2 give their MLP a width only when it is not four times that of the model. */
    private Integer width() {
        Integer own = text.wholeOrRepeated("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff");
        Integer factor = text.classFactor("mlp_factor");
        Integer hidden = facts.whole("hidden_size");
        if (own != null || factor == null || hidden == null || hidden <= 0 || hidden > Integer.MAX_VALUE / factor) {
            return own;
        }
        notes.assumed("intermediate_size is " + factor * hidden + ", " + factor + " times hidden_size, the class default of " + type);
        return factor * hidden;
    }

    /** Layers are gone through one by one, so their number is bounded before anything else: as a profile's is. */
    private Integer layers() {
        Integer layers = text.whole("num_hidden_layers", "n_layer", "n_layers", "num_layers");
        if (layers != null && layers > MOST_LAYERS) {
            notes.fault("num_hidden_layers is " + layers + "; at most " + MOST_LAYERS + " can be told");
            return null;
        }
        return layers;
    }

    /** Qwen2-VL names the width of the language model hidden_size in its vision part, and its own embed_dim. */
    private void vision() {
        Level tower = whole.inside("vision_config", "vision_tower_config");
        if (tower == null && whole.inside("thinker_config") != null) {
            tower = whole.inside("thinker_config").inside("vision_config");
        }
        if (tower != null) {
            facts.put("vision_num_hidden_layers", tower.positive("num_hidden_layers", "depth", "vt_num_hidden_layers", "layers"));
            facts.put("vision_hidden_size", tower.positive("embed_dim", "vt_hidden_size", "hidden_size", "width"));
        }
        for (String other : List.of("audio_config", "audio_encoder", "speech_config", "codec_config")) {
            if (whole.value(other) != null && whole.value(other).isObject()) {
                notes.unknown(other + ": its weights are not counted; give the index so that its bytes count");
            }
        }
    }

    private void head(CheckpointIndex index) {
        Boolean own = text.yes("tie_word_embeddings");
        Boolean outer = whole.yes("tie_word_embeddings");
        Boolean said = own != null ? own : outer;
        if (said == null && index != null && index.hasTensors()) {
            said = !index.hasHead();
            notes.assumed("tie_word_embeddings is " + said + ", as the index " + (said ? "lists no" : "lists an") + " output head");
        } else if (said == null) {
            said = family != null && family.tied();
            notes.assumed("tie_word_embeddings is " + said + ", the default of "
                    + (family == null ? "most families" : family.prefix()));
        }
        facts.put("tie_word_embeddings", said);
    }

    /** bfloat16 is what a profile takes when nothing is said. */
    private void dataType() {
        String type = text.text("torch_dtype", "dtype");
        if (type == null) {
            type = whole.text("torch_dtype", "dtype");
        }
        if (type == null) {
            notes.assumed("torch_dtype is bfloat16");
        } else {
            String plain = type.replace("torch.", "");
            if (!DATA_TYPES.contains(plain)) {
                notes.fault("torch_dtype '" + JsonFile.cut(type) + "' is not known (known: " + String.join(", ", DATA_TYPES) + ")");
            }
            facts.put("torch_dtype", plain.equals("bfloat16") ? null : plain);
        }
    }

    private void family() {
        if (family == null) {
            notes.unknown(type.isEmpty() ? "model_type is missing" : "model_type '" + JsonFile.cut(type) + "' is not known here: read as a"
                    + " plain decoder (gated MLP, two norms a layer, no biases), which sizing takes it for");
        } else if (!family.limits().isEmpty()) {
            notes.unknown("model_type " + type + ": " + family.limits());
        }
    }

    private void unreadKeys() {
        text.value("quantization_config", "compression_config", "model_type", "block_configs", "num_query_heads");
        if (type.startsWith("deepseek_v4")) {
            // Sizing knows of this family that its experts have 4 bits.
            text.value("expert_dtype");
        }
        text.value("architectures", "is_encoder_decoder");
        UnreadKeys.tell(text, notes);
        if (nested) {
            // Some files repeat the size of the vocabulary outside; the language part's own counts.
            whole.value("quantization_config", "compression_config", "dtype", "torch_dtype", "vocab_size");
            UnreadKeys.tell(whole, notes);
        }
    }
}
