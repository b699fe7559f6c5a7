package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * The longest context that the engine allows.
 *
 * <p>Source: {@code _get_and_verify_max_len} of {@code vllm/config/model.py}: a scaling of the rotary embedding multiplies the
 * length, except kinds that already count it in, and those of Gemma 3; YaRN multiplies the original length, whatever the file's own
 * maximum says.
 */
final class ContextLength {

    private static final Set<String> COUNTED_IN = Set.of("default", "su", "longrope", "llama3", "mrope", "proportional");

    private ContextLength() {
    }

    static Integer of(Level text, String modelType, Notes notes) {
        Integer own = text.whole("max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_length", "max_seq_len",
                "seq_length", "model_max_length", "n_ctx");
        JsonNode scaling = text.value("rope_scaling", "rope_parameters");
        if (own == null || scaling == null || !scaling.isObject() || !scaling.path("factor").isNumber()) {
            return own;
        }
        String kind = scaling.hasNonNull("rope_type") ? scaling.get("rope_type").asText() : scaling.path("type").asText("default");
        double factor = scaling.get("factor").doubleValue();
        if (!Double.isFinite(factor)) {
            notes.fault("rope_scaling.factor is " + factor + "; a number is wanted");
        }
        if (modelType.startsWith("gemma3") || COUNTED_IN.contains(kind) || !(factor >= 1) || own <= 0) {
            return own;
        }
        boolean yarn = kind.equals("yarn") && scaling.path("original_max_position_embeddings").isNumber();
        double base = yarn ? scaling.get("original_max_position_embeddings").doubleValue() : own;
        double scaled = base * factor;
        if (scaled > Integer.MAX_VALUE) {
            notes.unknown("rope_scaling: factor " + factor + " makes no length");
            return own;
        }
        if (Math.round(scaled) != own) {
            notes.assumed("max_position_embeddings is " + Math.round(scaled) + ": rope_scaling (" + kind + ") multiplies "
                    + Math.round(base) + " by " + factor);
        }
        return (int) Math.round(scaled);
    }
}
