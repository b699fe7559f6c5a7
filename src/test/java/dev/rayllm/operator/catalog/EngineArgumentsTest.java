package dev.rayllm.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Engine arguments are judged as the pinned vLLM would judge them. */
class EngineArgumentsTest {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private static EngineArguments of(String vllm) {
        return Catalog.builtIn().engineArguments(VllmVersion.parse(vllm));
    }

    private static Object yaml(String text) throws JsonProcessingException {
        return YAML.readValue(text, Object.class);
    }

    /** Counts of the five releases (two arguments that start with an underscore and a name of both kinds left out). */
    @ParameterizedTest
    @CsvSource({"0.22.0, 208, 52", "0.25.1, 216, 53", "0.26.0, 220, 53", "0.27.0, 226, 55", "0.29.0, 235, 56"})
    void knowsTheArgumentsOfEachRelease(String vllm, int engine, int frontend) {
        assertThat(of(vllm).list().stream().filter(a -> !a.frontend())).hasSize(engine);
        assertThat(of(vllm).list().stream().filter(EngineArgument::frontend)).hasSize(frontend);
    }

    @ParameterizedTest
    @CsvSource({"0.22.0, 0.22.0", "0.23.4, 0.22.0", "0.25.0, 0.22.0", "0.25.1, 0.25.1", "0.27.1rc1, 0.27.0", "0.28.0, 0.27.0",
        "0.33.0, 0.29.0", "0.19.0, 0.22.0"})
    void otherReleasesUseTheNewestRowThatIsNotNewer(String vllm, String row) {
        assertThat(of(vllm).version()).isEqualTo(VllmVersion.parse(row));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "max_num_seqs | 128", "max_num_seqs | null", "gpu_memory_utilization | 0.9", "gpu_memory_utilization | 1",
        "enforce_eager | true", "async_scheduling | null", "kv_cache_dtype | fp8_e4m3", "quantization | compressed-tensors",
        "quantization | null", "block_size | 32", "max_model_len | -1", "cudagraph_capture_sizes | [1, 2, 4]",
        "speculative_config | {method: ngram, num_speculative_tokens: 3}", "hf_overrides | {rope_scaling: {}}",
        "served_model_name | [a, b]", "scheduling_policy | priority", "max_lora_rank | 64", "tool_call_parser | hermes",
        "reasoning_parser | deepseek_r1", "load_format | runai_streamer", "limit_mm_per_prompt | {image: 2}",
        "collect_detailed_traces | [model, worker]", "device_ids | [0, 1]", "ignore_patterns | original", "hf_token | true",
        "optimization_level | 2", "watermark | 0.05", "all2all_backend | deepep_low_latency", "seed | 7"})
    void acceptsWhatVllmAccepts(String name, String value) throws JsonProcessingException {
        assertThat(of("0.27.0").find(name)).isPresent();
        assertThat(of("0.27.0").problem(name, yaml(value))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "max_num_seqs | '\"2\"' | must be a whole number, not '2'",
        "max_num_seqs | 0 | 0 is out of range: at least 1",
        "max_num_seqs | 1.5 | must be a whole number, not 1.5",
        "max_num_seqs | 1.0 | must be a whole number, not 1.0",
        "max_num_seqs | [1] | must be a whole number, not a list",
        "max_model_len | 16k | must be a whole number, not '16k'",
        "max_model_len | -2 | -2 is out of range: at least -1",
        "gpu_memory_utilization | 0 | above 0, at most 1",
        "gpu_memory_utilization | 1.01 | 1.01 is out of range: above 0, at most 1",
        "gpu_memory_utilization | '\"0.9\"' | must be a number, not '0.9'",
        "watermark | 1.0 | at least 0, below 1",
        "data_parallel_rpc_port | 70000 | at least 1, at most 65535",
        "enforce_eager | yes please | must be true or false, not 'yes please'",
        "enforce_eager | null | must not be null",
        "enforce_eager | 1 | must be true or false, not 1",
        "kv_cache_dtype | fp9 | nearest: fp8",
        "dtype | bf16 | one of auto, half, float16, bfloat16, float, float32",
        "quantization | awqq | nearest: awq",
        "tool_call_parser | llama3 | nearest: llama3_json",
        "reasoning_parser | deepseek-r1 | nearest: deepseek_r1",
        "scheduling_policy | random | is not one of fcfs, priority",
        "max_lora_rank | 24 | one of 1, 8, 16",
        "cudagraph_capture_sizes | [1, two] | an item: must be a whole number, not 'two'",
        "cudagraph_capture_sizes | 8 | must be a list, not 8",
        "compilation_config | 3 | must be an object, not 3",
        "speculative_config | eagle | must be an object, not 'eagle'",
        "collect_detailed_traces | [all, none] | is not one of model, worker, all",
    })
    void refusesWhatVllmRefuses(String name, String value, String problem) throws JsonProcessingException {
        assertThat(of("0.27.0").problem(name, yaml(value))).hasValueSatisfying(p -> assertThat(p).contains(problem));
    }

    @Test
    void takesJsonNodesToo() {
        assertThat(of("0.27.0").problem("max_num_seqs", IntNode.valueOf(8))).isEmpty();
        assertThat(of("0.27.0").problem("max_num_seqs", TextNode.valueOf("8"))).isPresent();
        assertThat(of("0.27.0").problem("compilation_config", Map.of("mode", 3))).isEmpty();
    }

    /** Values come and go with releases. */
    @ParameterizedTest
    @CsvSource({"quantization, gguf, 0.22.0, 0.25.1", "quantization, bitsandbytes, 0.27.0, 0.29.0",
        "tool_call_parser, minimax, 0.22.0, 0.25.1", "tool_call_parser, kimi_k3, 0.27.0, 0.26.0",
        "reasoning_parser, glm47, 0.25.1, 0.22.0", "kv_cache_dtype, nvfp4_4over6, 0.29.0, 0.27.0",
        "moe_backend, batched_triton, 0.27.0, 0.26.0", "load_format, gguf, 0.22.0, 0.25.1"})
    void valuesDependOnTheRelease(String name, String value, String has, String hasNot) {
        assertThat(of(has).problem(name, value)).isEmpty();
        assertThat(of(hasNot).problem(name, value)).isPresent();
        assertThat(of(has).values(name)).contains(value);
    }

    @Test
    void namesAreExactAndInSnakeCase() {
        assertThat(of("0.27.0").find("max-num-seqs")).isEmpty();
        assertThat(of("0.27.0").find("--max-num-seqs")).isEmpty();
        assertThat(of("0.27.0").find("MAX_NUM_SEQS")).isEmpty();
        assertThat(of("0.27.0").find(null)).isEmpty();
        assertThat(of("0.27.0").nearest("--max-num-seq", 3)).contains("max_num_seqs");
        assertThat(of("0.27.0").nearest("enable_prefix_cache", 3)).contains("enable_prefix_caching");
        assertThat(of("0.27.0").nearest("gpu_memory_utilisation", 1)).containsExactly("gpu_memory_utilization");
    }

    @ParameterizedTest
    @ValueSource(strings = {"swap_space", "--swap-space", "swap-space"})
    void saysWhatReplacedARetiredArgumentInAnySpelling(String name) {
        assertThat(of("0.27.0").retiredHint(name)).hasValueSatisfying(h -> assertThat(h).contains("kv_offloading_size"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"engine_use_ray", "worker_use_ray", "prefill_chunk_size", "guided_decoding_backend",
        "num_scheduler_steps", "--metrics-addr", "num_lookahead_slots", "speculative_model", "preemption_mode",
        "scheduler_delay_factor", "use_v2_block_manager", "device", "max_seq_len_to_capture", "task", "rope_scaling",
        "disable_log_requests", "--no-use-v2-block-manager"})
    void knowsTheRetiredOnes(String name) {
        for (Runtime runtime : Catalog.builtIn().runtimes().list()) {
            EngineArguments arguments = Catalog.builtIn().engineArguments(runtime.vllmVersion());
            assertThat(arguments.retiredHint(name)).as(name).isPresent();
            assertThat(arguments.find(name.replaceFirst("^-+", "").replace('-', '_'))).as(name).isEmpty();
        }
    }

    @Test
    void noRetiredNameIsAlive() {
        EngineArgumentTable table = EngineArgumentTable.load();
        assertThat(table.rows().keySet()).noneMatch(name -> table.retired(name) != null);
    }

    @Test
    void saysWhichReleaseBringsOrDropsAnArgument() {
        assertThat(of("0.26.0").retiredHint("max_num_partial_prefills")).isEmpty();
        assertThat(of("0.27.0").retiredHint("max-num-partial-prefills")).hasValueSatisfying(
                h -> assertThat(h).contains("vLLM 0.27.0 removed it"));
        assertThat(of("0.22.0").retiredHint("watermark")).hasValueSatisfying(h -> assertThat(h).contains("comes with vLLM 0.25"));
        assertThat(of("0.27.0").retiredHint("no_such_thing")).isEmpty();
    }

    /** Counted in the configuration classes of the wheels. */
    @ParameterizedTest
    @CsvSource({"attention_config, use_prefill_decode_attention, 0.27.0, 0.29.0", "attention_config, backend_per_kind, 0.26.0, 0.25.1",
        "speculative_config, dspark_draft_topk, 0.29.0, 0.27.0"})
    void fieldsOfObjectsDependOnTheRelease(String name, String field, String has, String hasNot) {
        assertThat(of(has).problem(name, Map.of(field, 1))).isEmpty();
        assertThat(of(hasNot).problem(name, Map.of(field, 1))).hasValueSatisfying(problem ->
                assertThat(problem).contains("'" + field + "' is not a field of it in vLLM " + hasNot));
    }

    /** What is said of an argument would never be said if its name were mistyped here. */
    @Test
    void tablesBesideNameArgumentsThatExist() {
        List<String> known = of("0.29.0").list().stream().map(EngineArgument::name).toList();
        assertThat(known).containsAll(CatalogFiles.yaml("engine-objects.yaml", new TypeReference<Map<String, Object>>() { }).keySet());
        assertThat(known).containsAll(CatalogFiles.yaml("unsized-arguments.yaml", new TypeReference<Map<String, Object>>() { }).keySet());
        assertThat(of("0.29.0").values("kv_cache_dtype")).allSatisfy(type -> assertThat(CacheType.find(type)).isPresent());
    }

    @Test
    void everyTypeAndRangeOfTheTableReads() {
        for (EngineArgument argument : of("0.29.0").list()) {
            assertThat(ArgumentType.parse(argument.type())).isNotNull();
            assertThat(ArgumentRange.parse(argument.range())).isNotNull();
        }
        assertThat(of("0.29.0").values("dtype")).isEqualTo(List.of("auto", "half", "float16", "bfloat16", "float", "float32"));
    }
}
