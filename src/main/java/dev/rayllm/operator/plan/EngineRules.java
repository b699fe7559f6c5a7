package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.EngineSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.CacheType;
import dev.rayllm.operator.catalog.EngineArguments;
import dev.rayllm.operator.catalog.OwnedEnvironment;
import dev.rayllm.operator.catalog.VllmVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks what the user writes for the engine against the arguments of the pinned vLLM: Ray accepts most faults and
 * fails only when the replica starts, on a GPU node that is paid for.
 */
final class EngineRules {

    private static final String ARGS = "spec.engine.extraArgs.";
    private static final int SUGGESTIONS = 3;

    /** Arguments that a typed field sets, with that field. */
    private static final Map<String, String> TYPED = Map.ofEntries(
            Map.entry("model", "model.id"), Map.entry("served_model_name", "model.servedName"),
            Map.entry("revision", "model.revision"), Map.entry("trust_remote_code", "model.trustRemoteCode"),
            Map.entry("hf_token", "model.tokenSecretRef"), Map.entry("download_dir", "model.cache"),
            Map.entry("max_model_len", "workload.contextLength"),
            Map.entry("tensor_parallel_size", "engine.tensorParallelSize"),
            Map.entry("pipeline_parallel_size", "engine.pipelineParallelSize"),
            Map.entry("gpu_memory_utilization", "engine.gpuMemoryUtilization"),
            Map.entry("max_num_seqs", "engine.maxNumSeqs"),
            Map.entry("max_num_batched_tokens", "engine.maxNumBatchedTokens"), Map.entry("dtype", "engine.dtype"),
            Map.entry("quantization", "engine.quantization"), Map.entry("kv_cache_dtype", "engine.kvCacheDtype"),
            Map.entry("enable_prefix_caching", "engine.prefixCaching"),
            Map.entry("tool_call_parser", "engine.toolCallParser"),
            Map.entry("enable_auto_tool_choice", "engine.toolCallParser"),
            Map.entry("reasoning_parser", "engine.reasoningParser"),
            Map.entry("chat_template", "engine.chatTemplateRef"));

    /** Arguments that the operator or Ray decides, with the reason. */
    private static final Map<String, String> OWNED = Map.of(
            "distributed_executor_backend", "ray.serve.llm always uses ray",
            "data_parallel_size", "replicas are what scales here: use scaling.maxReplicas",
            "nnodes", "Ray places the ranks: use engine.pipelineParallelSize",
            "node_rank", "Ray places the ranks", "master_addr", "Ray places the ranks",
            "headless", "Ray starts the engine", "disable_log_stats", "metrics would be gone: Ray refuses it",
            "api_key", "Ray's ingress does not check keys: put a gateway in front",
            "kv_cache_memory_bytes", "it would void the memory plan: use engine.gpuMemoryUtilization");

    /** Methods that vLLM applies to an unquantised checkpoint while loading. */
    private static final Set<String> ONLINE = Set.of("fp8", "fp8_per_tensor", "fp8_per_block", "fp8_per_channel",
            "int8_per_channel_weight_only", "experts_int8", "bitsandbytes", "torchao", "online", "mxfp8");

    private final EngineArguments arguments;
    private final VllmVersion vllm;

    EngineRules(EngineArguments arguments, VllmVersion vllm) {
        this.arguments = arguments;
        this.vllm = vllm;
    }

    /** Refuses the first argument, value or variable that cannot be. */
    void check(EngineSpec engine, Architecture model) {
        if (engine.extraArgs() != null) {
            engine.extraArgs().forEach(this::checkArgument);
        }
        checkValue("kv_cache_dtype", engine.kvCacheDtype(), "spec.engine.kvCacheDtype");
        checkValue("quantization", engine.quantization(), "spec.engine.quantization");
        checkParser("tool_call_parser", engine.toolCallParser(), "spec.engine.toolCallParser");
        checkParser("reasoning_parser", engine.reasoningParser(), "spec.engine.reasoningParser");
        checkQuantization(engine.quantization(), model);
        checkCache(engine.kvCacheDtype(), model);
        engine.env().forEach(variable -> OwnedEnvironment.remedy(variable.name()).ifPresent(remedy -> {
            throw new Refusal(Reason.INVALID_ENVIRONMENT, "spec.engine.env", variable.name() + " may not be set here",
                    remedy);
        }));
    }

    private void checkArgument(String name, Object value) {
        String snake = name.replaceFirst("^-+", "").replace('-', '_');
        if (TYPED.containsKey(snake)) {
            throw refuse(ARGS + name, "repeats spec." + TYPED.get(snake), "Set that field, and remove this argument");
        }
        if (OWNED.containsKey(snake)) {
            throw refuse(ARGS + name, "cannot be set: " + OWNED.get(snake), "Remove it");
        }
        if (arguments.find(name).isEmpty()) {
            throw unknown(name, snake);
        }
        arguments.problem(name, value).ifPresent(problem -> {
            throw refuse(ARGS + name, problem, "Correct it, or remove it to keep vLLM's default");
        });
    }

    private Refusal unknown(String name, String snake) {
        Optional<String> retired = arguments.retiredHint(name);
        if (retired.isPresent()) {
            return refuse(ARGS + name, "is not an argument of vLLM " + vllm, retired.get());
        }
        if (!name.equals(snake) && arguments.find(snake).isPresent()) {
            return refuse(ARGS + name, "is command-line spelling", "Write " + snake);
        }
        List<String> near = arguments.nearest(snake, SUGGESTIONS);
        return refuse(ARGS + name, "is not an argument of vLLM " + vllm,
                near.isEmpty() ? "Remove it" : "Nearest: " + String.join(", ", near));
    }

    private void checkParser(String argument, String value, String field) {
        if (!"none".equals(value)) {
            checkValue(argument, value, field);
        }
    }

    /** The list of known values stands in the remedy, so it is not said twice. */
    private void checkValue(String argument, String value, String field) {
        List<String> known = arguments.values(argument);
        if (value != null && !known.contains(value)) {
            List<String> near = arguments.nearestValues(argument, value, SUGGESTIONS);
            throw refuse(field, "'" + value + "' is not known to vLLM " + vllm,
                    (near.isEmpty() ? "" : "Nearest: " + String.join(", ", near) + ". ") + "Known: " + String.join(", ", known));
        }
    }

    private static void checkCache(String type, Architecture model) {
        if (type != null) {
            CacheType.find(type).flatMap(found -> found.problem(model)).ifPresent(problem -> {
                throw refuse("spec.engine.kvCacheDtype", problem, "Leave it unset, or use fp8");
            });
        }
    }

    private static void checkQuantization(String asked, Architecture model) {
        if (asked == null) {
            return;
        }
        String stored = model.quantizationConfig() == null ? null : model.quantizationConfig().quantMethod();
        if (stored == null && !ONLINE.contains(asked)) {
            throw refuse("spec.engine.quantization", "'" + asked + "' needs a checkpoint quantised that way, and this"
                    + " one is not", "Leave it unset, use fp8 (quantised while loading), or serve a quantised build");
        }
        if (stored != null && !asked.equals(stored) && !asked.startsWith(stored + "_")) {
            throw refuse("spec.engine.quantization", "'" + asked + "' differs from the checkpoint's own '" + stored
                    + "'", "Leave it unset: the checkpoint carries it");
        }
    }

    private static Refusal refuse(String field, String message, String remedy) {
        return new Refusal(Reason.INVALID_ENGINE_ARGUMENT, field, message, remedy);
    }
}
