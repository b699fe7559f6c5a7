package dev.rayllm.operator.golden;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the config.json of models whose family needs no more than the profile holds, for vLLM to read. */
final class HubConfigs {

    /** Class that serves a family, as repositories name it. */
    private static final Map<String, String> CLASSES = Map.of(
            "llama", "LlamaForCausalLM", "mistral", "MistralForCausalLM", "qwen2", "Qwen2ForCausalLM",
            "qwen3", "Qwen3ForCausalLM", "qwen3_moe", "Qwen3MoeForCausalLM", "mixtral", "MixtralForCausalLM",
            "gemma2", "Gemma2ForCausalLM", "phi3", "Phi3ForCausalLM", "deepseek_v3", "DeepseekV3ForCausalLM",
            "deepseek_v2", "DeepseekV2ForCausalLM");
    private static final ObjectMapper JSON = new ObjectMapper();

    private HubConfigs() {
    }

    static void write(Path folder, ModelProfileSpec profile) throws IOException {
        String type = profile.architecture().modelType();
        // Quantised repositories say more in their quantization_config than a profile keeps.
        if (!CLASSES.containsKey(type) || profile.architecture().quantizationConfig() != null) {
            return;
        }
        ObjectNode config = JSON.valueToTree(profile.architecture());
        config.putArray("architectures").add(CLASSES.get(type));
        config.putIfAbsent("torch_dtype", config.textNode("bfloat16"));
        Path model = Files.createDirectories(folder.resolve(profile.id().replace("/", "--")));
        Files.writeString(model.resolve("config.json"), config.toPrettyString());
    }
}
