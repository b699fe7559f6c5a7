package dev.rayllm.operator.catalog.huggingface;

import static dev.rayllm.operator.catalog.huggingface.Fixtures.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an index of weight files adds, and what is none. */
class CheckpointIndexTest {

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void indexTellsBytesAndWhetherThereIsAHead() {
        ObjectNode config = plain();
        config.remove("tie_word_embeddings");
        HuggingFaceFiles files = new HuggingFaceFiles("config.json", Fixtures.bytes(config));
        files.add("index", utf8("""
                {"metadata": {"total_parameters": 5, "total_size": 16060522496.0}, "weight_map": {"model.embed_tokens.weight": "a"}}"""));
        Imported imported = files.profile("acme/a");
        assertThat(imported.spec().weights().bytes()).isEqualTo(16_060_522_496L);
        assertThat(imported.spec().architecture().tieWordEmbeddings()).isTrue();
        assertThat(imported.assumed()).contains("tie_word_embeddings is true, as the index lists no output head");
    }

    @Test
    void indexWithoutSizeIsTold() {
        HuggingFaceFiles files = new HuggingFaceFiles("config.json", Fixtures.bytes(plain()));
        files.add("index", utf8("{\"metadata\": {}, \"weight_map\": {\"lm_head.weight\": \"a\"}}"));
        assertThat(files.profile("acme/a").unknown()).singleElement().asString().contains("the index gives no metadata.total_size");
        assertThat(files.profile("acme/a").spec().weights()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "{\"metadata\": {}}", "{\"metadata\": {\"total_size\": -5}, \"weight_map\": {}}",
        "{\"metadata\": {\"total_size\": 1e99}}", "nonsense", "", "{\"weight_map\": {\"a\": \"b\", \"a\": \"c\"}}"})
    void whatIsNoIndex(String text) {
        HuggingFaceFiles files = new HuggingFaceFiles("config.json", Fixtures.bytes(plain()));
        assertThatThrownBy(() -> files.add("index.json", utf8(text))).isInstanceOf(UnusableFile.class)
                .hasMessageStartingWith("index.json");
    }

    @Test
    void aHundredThousandTensorsAreNoTrouble() {
        StringBuilder map = new StringBuilder("{\"metadata\": {\"total_size\": 688586727753}, \"weight_map\": {\"lm_head.weight\": \"a\"");
        for (int i = 0; i < 100_000; i++) {
            map.append(", \"model.layers.").append(i).append(".mlp.experts.down_proj.weight\": \"model-00001-of-000163.safetensors\"");
        }
        CheckpointIndex index = CheckpointIndex.read("index", utf8(map.append("}}").toString()));
        assertThat(index).isEqualTo(new CheckpointIndex(688_586_727_753L, 100_001, true));
    }
}
