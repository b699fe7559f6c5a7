package dev.rayllm.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The profile table: names find rows, every row is sound, and its hints exist. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelTableTest {

    private final Catalog catalog = Catalog.builtIn();
    private final ModelTable models = catalog.models();

    List<ModelRow> rows() {
        return models.list();
    }

    @ParameterizedTest
    @CsvSource({
        "DeepSeek-R1-8B, deepseek-r1-distill-llama-8b, deepseek-ai/DeepSeek-R1-Distill-Llama-8B",
        "Llama-3.1-8B, llama-3.1-8b-instruct, meta-llama/Llama-3.1-8B-Instruct",
        "Llama 3.1 8B Instruct, llama-3.1-8b-instruct, meta-llama/Llama-3.1-8B-Instruct",
        "Llama-3.1-70B, llama-3.1-70b-instruct, meta-llama/Llama-3.1-70B-Instruct",
        "Qwen3-7B, qwen3-8b, Qwen/Qwen3-8B",
        "Qwen3-8B, qwen3-8b, Qwen/Qwen3-8B",
        "Mistral-7B, mistral-7b-instruct, mistralai/Mistral-7B-Instruct-v0.3",
        "Mistral 7B Instruct, mistral-7b-instruct, mistralai/Mistral-7B-Instruct-v0.3",
        "DeepSeek-R1-671B, deepseek-r1, deepseek-ai/DeepSeek-R1",
        "DeepSeek-R1, deepseek-r1, deepseek-ai/DeepSeek-R1",
        "DeepSeek-V3-671B, deepseek-v3, deepseek-ai/DeepSeek-V3",
        "DeepSeek V3, deepseek-v3, deepseek-ai/DeepSeek-V3",
        "DeepSeek-V3.2-671B, deepseek-v3.2, deepseek-ai/DeepSeek-V3.2",
        "deepseek_v3.2, deepseek-v3.2, deepseek-ai/DeepSeek-V3.2",
    })
    void findsWhatUsersSay(String said, String name, String repository) {
        assertThat(models.find(said)).hasValueSatisfying(row -> {
            assertThat(row.name()).isEqualTo(name);
            assertThat(row.spec().id()).isEqualTo(repository);
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    void findsEachRowByNameAliasAndRepository(ModelRow row) {
        assertThat(models.find(row.name())).contains(row);
        assertThat(models.find(row.name().toUpperCase(Locale.ROOT).replace('-', ' '))).contains(row);
        assertThat(models.find(row.spec().id())).contains(row);
        assertThat(row.spec().aliases()).allSatisfy(alias -> assertThat(models.find(alias)).contains(row));
    }

    @Test
    void noSpellingNamesTwoRows() {
        Map<String, String> claims = new HashMap<>();
        for (ModelRow row : models.list()) {
            Stream.concat(Stream.of(row.name(), row.spec().id()), row.spec().aliases().stream())
                    .forEach(s -> assertThat(claims.merge(Spelling.key(s), row.name(), (a, b) -> a.equals(b) ? a : a + " and " + b))
                            .as(s).isEqualTo(row.name()));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void eachRowIsSound(ModelRow row) {
        assertThat(row.problems()).isEmpty();
        assertThat(row.name()).matches("[a-z0-9]+([.-][a-z0-9]+)*");
        assertThat(row.builtIn()).isTrue();
        assertThat(row.spec().architecture().maxPositionEmbeddings()).isNotNull();
        assertThat(row.spec().defaults().contextLength()).isBetween(2048, row.spec().architecture().maxPositionEmbeddings());
        assertThat(row.spec().aliases()).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(32);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void hintsExistInEveryRuntime(ModelRow row) {
        for (Runtime runtime : catalog.runtimes().list()) {
            EngineArguments arguments = catalog.engineArguments(runtime.vllmVersion());
            var hints = row.spec().defaults();
            if (hints.toolCallParser() != null) {
                assertThat(arguments.values("tool_call_parser")).contains(hints.toolCallParser());
            }
            if (hints.reasoningParser() != null) {
                assertThat(arguments.values("reasoning_parser")).contains(hints.reasoningParser());
            }
            var stored = row.spec().architecture().quantizationConfig();
            if (stored != null) {
                assertThat(arguments.values("quantization")).contains(stored.quantMethod());
            }
        }
    }

    @Test
    void holdsTheFamilies() {
        assertThat(models.list()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(models.list().stream().map(r -> r.spec().architecture().modelType())).contains("llama", "llama4", "qwen2",
                "qwen3", "qwen3_moe", "qwen3_next", "qwen3_5", "qwen2_5_vl", "deepseek_v2", "deepseek_v3", "deepseek_v32",
                "mistral", "mixtral", "gemma2", "gemma3", "gemma4", "gpt_oss", "phi3", "glm4_moe", "kimi_k2", "granite");
    }

    @ParameterizedTest
    @CsvSource({"lama-3.1-8b, llama-3.1-8b-instruct", "deepseek-r1-distil-lama-8b, deepseek-r1-distill-llama-8b",
        "mistral-7b-instuct-v3, mistral-7b-instruct", "gemma-3-28b-it, gemma-3-27b-it", "gptoss20, gpt-oss-20b"})
    void offersTheNearest(String wanted, String expected) {
        assertThat(models.find(wanted)).isEmpty();
        assertThat(models.nearest(wanted, 3)).first().isEqualTo(expected);
    }

    @Test
    void offersTheStemOfALongerName() {
        assertThat(models.nearest("Qwen/Qwen3-8b-instruct", 3)).contains("qwen3-8b");
    }

    @Test
    void offersNothingForNonsense() {
        assertThat(models.nearest("zzzzzzzzzzzzzzzzzzzz", 3)).isEmpty();
        assertThat(models.nearest("", 3)).isEmpty();
        assertThat(models.find(null)).isEmpty();
        assertThat(models.find("x".repeat(1_000_000))).isEmpty();
    }
}
