package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.catalog.CacheType;
import dev.rayllm.operator.catalog.Gpu;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which data types and quantisation methods a card computes. Compute capability is written times ten. Sources: the
 * {@code get_min_capability} of vLLM's quantisation classes and its list of models that overflow in float16.
 */
public final class GpuRules {

    private static final int BFLOAT16 = 80;
    private static final int NATIVE_FP8 = 89;
    /** Lowest capability of a method; methods that are not listed need 8.0. */
    private static final Map<String, Integer> LOWEST = Map.ofEntries(
            Map.entry("awq", 75), Map.entry("awq_marlin", 80), Map.entry("auto_awq", 75),
            Map.entry("gptq", 60), Map.entry("gptq_marlin", 80), Map.entry("auto_gptq", 75),
            Map.entry("bitsandbytes", 70), Map.entry("gguf", 60), Map.entry("int8_per_channel_weight_only", 75),
            Map.entry("experts_int8", 80), Map.entry("fp8", 80), Map.entry("fp8_per_tensor", 80),
            Map.entry("fp8_per_block", 80), Map.entry("fbgemm_fp8", 80), Map.entry("modelopt", 80),
            Map.entry("compressed-tensors", 75), Map.entry("mxfp4", 80), Map.entry("gpt_oss_mxfp4", 80),
            Map.entry("modelopt_fp4", 75), Map.entry("modelopt_mixed", 89), Map.entry("mxfp8", 80),
            Map.entry("moe_wna16", 70));
    private static final Set<String> FP8_METHODS =
            Set.of("fp8", "fp8_per_tensor", "fp8_per_block", "fbgemm_fp8", "modelopt", "fp8_per_channel");
    /** Families whose activations overflow in float16: vLLM refuses it for them. */
    private static final Set<String> NO_FLOAT16 =
            Set.of("gemma2", "gemma3", "gemma3_text", "gemma4", "gemma4_text", "plamo2", "glm4");

    private GpuRules() {
    }

    /** What a model with these settings cannot do on a card, or empty. */
    public static Optional<String> problem(Demand demand, Gpu gpu) {
        Architecture model = demand.model();
        int capability = gpu.computeCapability();
        if (capability < demand.minComputeCapability()) {
            return Optional.of("the image of this runtime holds no code for " + gpu.name() + " (compute capability "
                    + capability(gpu) + ", " + written(demand.minComputeCapability()) + " needed); an own image may");
        }
        if (capability < BFLOAT16 && "bfloat16".equals(demand.dtype())) {
            return Optional.of(gpu.name() + " has no bfloat16 (compute capability " + capability(gpu)
                    + ", 8.0 needed): use engine.dtype float16 or auto");
        }
        if (capability < BFLOAT16 && NO_FLOAT16.contains(model.modelType())) {
            return Optional.of(gpu.name() + " has no bfloat16, and " + model.modelType()
                    + " models overflow in float16");
        }
        if (capability < BFLOAT16 && model.mla()) {
            return Optional.of(gpu.name() + " has no kernel for MLA (compute capability " + capability(gpu)
                    + ", 8.0 needed)");
        }
        return methodProblem(method(model, demand.quantization()), gpu)
                .or(() -> CacheType.find(demand.kvCacheDtype()).flatMap(type -> type.problem(gpu)));
    }

    /** What runs, but other than the name says; or empty. */
    public static Optional<String> warning(Architecture model, String quantization, Gpu gpu) {
        String method = method(model, quantization);
        boolean fp8 = method != null && (FP8_METHODS.contains(method) || isFloatCompressed(model, method));
        return fp8 && gpu.computeCapability() < NATIVE_FP8
                ? Optional.of("WeightOnlyFp8: " + gpu.name() + " has no FP8 arithmetic; weights are stored in 8 bits and"
                        + " computed in 16, so memory is saved but not time")
                : Optional.empty();
    }

    /** vLLM's data type on a card: auto becomes float16 where there is no bfloat16. */
    public static String effectiveDtype(String dtype, Gpu gpu) {
        return "auto".equals(dtype) && !gpu.supportsBfloat16() ? "float16" : dtype;
    }

    private static Optional<String> methodProblem(String method, Gpu gpu) {
        if (method == null) {
            return Optional.empty();
        }
        int lowest = LOWEST.getOrDefault(method, BFLOAT16);
        return gpu.computeCapability() >= lowest ? Optional.empty()
                : Optional.of("quantisation " + method + " needs compute capability " + written(lowest) + ", "
                        + gpu.name() + " has " + capability(gpu));
    }

    private static boolean isFloatCompressed(Architecture model, String method) {
        String format = model.quantizationConfig() == null ? null : model.quantizationConfig().format();
        return method.equals("compressed-tensors") && format != null && List.of("float-quantized").contains(format);
    }

    private static String method(Architecture model, String quantization) {
        if (quantization != null) {
            return quantization;
        }
        return model.quantizationConfig() == null ? null : model.quantizationConfig().quantMethod();
    }

    private static String capability(Gpu gpu) {
        return written(gpu.computeCapability());
    }

    /** As CUDA writes it: 7.5 for 75. */
    private static String written(int capability) {
        return capability / 10 + "." + capability % 10;
    }
}
