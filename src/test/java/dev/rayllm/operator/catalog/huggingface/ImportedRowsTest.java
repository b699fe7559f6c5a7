package dev.rayllm.operator.catalog.huggingface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Importing the configuration of a built-in row gives that row: two ways to the same figures. */
class ImportedRowsTest {

    private static final Path FOLDER = Path.of("src/test/resources/huggingface/rows");
    private static final List<String> FAMILIES = List.of("llama", "qwen2", "qwen2_5_vl", "qwen3", "qwen3_moe", "qwen3_next",
            "qwen3_5_moe", "mistral", "mistral3", "mixtral", "phi3", "granite", "gemma2", "gemma3", "gemma4", "gpt_oss", "llama4",
            "glm4_moe", "glm_moe_dsa", "deepseek_v2", "deepseek_v3", "deepseek_v32", "kimi_k2");

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    private static ModelRow row(Path file) {
        return Catalog.builtIn().models().find(file.getFileName().toString().replace(".json", "")).orElseThrow();
    }

    private static Imported imported(Path file) throws IOException {
        return new HuggingFaceFiles("config.json", Files.readAllBytes(file)).profile(row(file).spec().id());
    }

    @TestFactory
    Stream<DynamicTest> areTheBuiltInOnes() throws IOException {
        return files().stream().map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
            Imported imported = imported(file);
            assertThat(imported.faults()).isEmpty();
            assertThat(imported.unknown()).isEmpty();
            Architecture row = row(file).spec().architecture();
            assertThat(comparable(imported.spec().architecture())).isEqualTo(comparable(row));
            assertThat(MemoryModel.standard().checkpointGib(imported.spec().architecture()))
                    .isEqualTo(MemoryModel.standard().checkpointGib(row));
        }));
    }

    @Test
    void coverTheFamilies() throws IOException {
        assertThat(files()).extracting(file -> row(file).spec().architecture().modelType()).containsAll(FAMILIES);
    }

    /** Defaults filled in, and without names of unquantised parts beyond those that sizing looks for: rows shorten that list. */
    private static JsonNode comparable(Architecture architecture) {
        ObjectNode tree = Fixtures.JSON.valueToTree(architecture);
        tree.put("num_key_value_heads", architecture.keyValueHeads());
        if (!architecture.mla()) {
            tree.put("head_dim", architecture.headSize());
        }
        if (architecture.firstKDenseReplace() == null && architecture.mixtureOfExperts()) {
            tree.remove("intermediate_size");
        }
        if (tree.path("quantization_config") instanceof ObjectNode config) {
            config.remove("modules_to_not_convert");
        }
        return tree;
    }
}
