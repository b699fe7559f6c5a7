package dev.rayllm.operator.catalog.huggingface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.api.v1alpha1.Architecture;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Small configurations to import. */
final class Fixtures {

    static final ObjectMapper JSON = new ObjectMapper();

    private Fixtures() {
    }

    /** A plain decoder: what every configuration has at least. */
    static ObjectNode plain() {
        return (ObjectNode) json("""
                {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
                 "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "max_position_embeddings": 8192,
                 "tie_word_embeddings": false, "torch_dtype": "bfloat16"}""");
    }

    /** The plain decoder with changes. */
    static ObjectNode plain(Consumer<ObjectNode> change) {
        ObjectNode config = plain();
        change.accept(config);
        return config;
    }

    /** The plain decoder with further keys, given as JSON without braces. */
    static ObjectNode with(String keys) {
        return plain(config -> config.setAll((ObjectNode) json("{" + keys + "}")));
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    static Imported imported(JsonNode config) {
        return new HuggingFaceFiles("config.json", bytes(config)).profile("acme/model");
    }

    /** The architecture of an import that must succeed. */
    static Architecture architecture(JsonNode config) {
        Imported imported = imported(config);
        assertThat(imported.faults()).isEmpty();
        return imported.spec().architecture();
    }

    static byte[] bytes(JsonNode config) {
        return config.toString().getBytes(StandardCharsets.UTF_8);
    }
}
