package dev.rayllm.operator.plan.sizing.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.plan.sizing.SizingFixtures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Protects the matching of builds to the architecture that they share, and that strangers do not match. */
class ModelNamesTest {

    @ParameterizedTest
    @CsvSource({
        "RedHatAI/Llama-3.3-70B-Instruct-fp8-dynamic, meta-llama/Llama-3.3-70B-Instruct",
        "redhatai/Llama-3.3-70B-Instruct-quantized.w8a8, meta-llama/Llama-3.3-70B-Instruct",
        "Qwen3-14B-AWQ, Qwen/Qwen3-14B",
        "Qwen2.5-7B (fine-tune), Qwen/Qwen2.5-7B-Instruct",
        "Qwen/Qwen3-30B-A3B-Instruct-2507-FP8, Qwen/Qwen3-30B-A3B",
        "unsloth/gemma-3-27b-it-bnb-4bit, google/gemma-3-27b-it",
        "zai-org/GLM-5.1-FP8, zai-org/GLM-5.1"})
    void buildsFindTheirArchitecture(String build, String row) {
        assertThat(SizingFixtures.configs().find(build)).map(ModelConfigs.Row::model).contains(row);
    }

    @ParameterizedTest
    @CsvSource({"Qwen/Qwen3-4B", "meta-llama/Llama-3.1-405B", "google/gemma-3-4b-it", "''", "(model not named)"})
    void othersDoNot(String name) {
        assertThat(SizingFixtures.configs().find(name)).isEmpty();
    }
}
