package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.plan.Plan;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** vLLM engine arguments of a plan, by their Python names. */
final class EngineArgs {

    private EngineArgs() {
    }

    static Map<String, Object> of(LlmDeploymentSpec spec, Plan plan) {
        Plan.EnginePlan engine = plan.engine();
        Map<String, Object> args = ServeConfigs.ordered(
                "tensor_parallel_size", plan.placement().tensorParallelSize(),
                "pipeline_parallel_size", plan.placement().pipelineParallelSize(),
                "max_model_len", engine.contextLength(),
                "gpu_memory_utilization", new BigDecimal(engine.gpuMemoryUtilization()),
                "max_num_seqs", engine.maxNumSeqs(),
                "max_num_batched_tokens", engine.maxNumBatchedTokens(),
                "dtype", engine.dtype(),
                "kv_cache_dtype", engine.kvCacheDtype(),
                "enable_prefix_caching", engine.prefixCaching());
        addModel(spec, args);
        addParsers(spec, engine, args);
        if (engine.quantization() != null) {
            args.put("quantization", engine.quantization());
        }
        if (spec.engine() != null && spec.engine().extraArgs() != null) {
            args.putAll(new TreeMap<>(spec.engine().extraArgs()));
        }
        return args;
    }

    private static void addModel(LlmDeploymentSpec spec, Map<String, Object> args) {
        if (spec.model().revision() != null) {
            args.put("revision", spec.model().revision());
        }
        if (Boolean.TRUE.equals(spec.model().trustRemoteCode())) {
            args.put("trust_remote_code", true);
        }
    }

    /** Either of the two tool-call options alone parses no call, in silence; so both or none. */
    private static void addParsers(LlmDeploymentSpec spec, Plan.EnginePlan engine, Map<String, Object> args) {
        if (engine.toolCallParser() != null) {
            args.put("enable_auto_tool_choice", true);
            args.put("tool_call_parser", engine.toolCallParser());
        }
        if (engine.reasoningParser() != null) {
            args.put("reasoning_parser", engine.reasoningParser());
        }
        String template = Storage.templateFile(spec);
        if (template != null) {
            args.put("chat_template", template);
        }
    }
}
