package dev.rayllm.operator.catalog.huggingface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Whatever stands in a configuration, an import ends with a profile that can be sized or with faults in words. */
class OddConfigsTest {

    private static final int CHANGES = 400;
    private static final List<String> VALUES = List.of("null", "0", "-1", "1", "2.5", "1e300", "2147483647", "2147483648", "-2147483648",
            "true", "false", "\"\"", "\"4096\"", "[]", "[1, 2]", "[[1]]", "[null]", "{}", "{\"a\": null}", "{\"factor\": 1e9}", "\"M*E-\"",
            "[\"moe\"]", "[\"mamba\"]", "[\"full_attention\", 3]", "16", "7");
    private static final List<String> FURTHER = List.of("layer_types", "sliding_window", "hybrid_override_pattern", "layers_block_type",
            "linear_attn_config", "num_experts", "moe_layer_freq", "kv_lora_rank", "quantization_config", "rope_scaling", "text_config",
            "vision_config", "full_attention_interval", "no_rope_layers", "moe_latent_size", "mlp_only_layers", "attn_layer_period");

    @TestFactory
    Stream<DynamicTest> neverFailOtherwise() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/huggingface/rows"))) {
            return files.sorted().toList().stream().map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                Random random = new Random(file.getFileName().toString().hashCode());
                for (int i = 0; i < CHANGES; i++) {
                    ObjectNode config = (ObjectNode) Fixtures.JSON.readTree(Files.readAllBytes(file));
                    for (int changes = random.nextInt(3); changes >= 0; changes--) {
                        change(config, random);
                    }
                    check(config);
                }
            }));
        }
    }

    private static void change(ObjectNode config, Random random) {
        List<ObjectNode> places = new ArrayList<>(List.of(config));
        for (JsonNode child : config) {
            if (child instanceof ObjectNode object) {
                places.add(object);
            }
        }
        ObjectNode place = places.get(random.nextInt(places.size()));
        List<String> keys = new ArrayList<>(FURTHER);
        place.fieldNames().forEachRemaining(keys::add);
        place.set(keys.get(random.nextInt(keys.size())), Fixtures.json(VALUES.get(random.nextInt(VALUES.size()))));
    }

    private static void check(ObjectNode config) {
        Imported imported = Fixtures.imported(config);
        assertThat(imported.spec() == null).as(config.toString()).isEqualTo(!imported.faults().isEmpty());
        if (imported.spec() != null) {
            assertThat(MemoryModel.standard().checkpointGib(imported.spec().architecture())).as(config.toString()).isFinite().isPositive();
        }
    }
}
