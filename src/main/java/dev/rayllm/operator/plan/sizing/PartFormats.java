package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import java.util.List;
import java.util.Locale;

/**
 * In which format each part of a model stands in memory.
 *
 * <p>Source: the quantisation configurations of {@code vllm/model_executor/layers/quantization}; embeddings, the head, routers,
 * norms and vision towers stay in the model's data type in all of them.
 *
 * @param plainBytes bytes of one unquantised number
 * @param attention  attention projections
 * @param linear     projections of linear-attention layers
 * @param mlp        dense MLPs
 * @param experts    routed experts
 * @param shared     shared experts
 * @param method     what decided: plain, fp8, int8, int4, mxfp4, nvfp4, nf4
 */
record PartFormats(double plainBytes, NumberFormat plain, NumberFormat attention, NumberFormat linear, NumberFormat mlp,
        NumberFormat experts, NumberFormat shared, String method) {

    static PartFormats of(Architecture arch, Family family, String dtype, String asked) {
        double bytes = plainBytes(dtype);
        QuantizationConfig config = arch.quantizationConfig();
        if (config == null && (asked == null || asked.isBlank())) {
            return plain(bytes);
        }
        QuantizationConfig stored = config != null ? config : new QuantizationConfig(asked, null, null, null, null, null);
        PartFormats formats = quantised(arch, NumberFormat.plain(bytes), bytes, stored);
        return family.expertFormat().equals("mxfp4") ? formats.withExperts(NumberFormat.MXFP4) : formats;
    }

    /** Nothing quantised. */
    static PartFormats plain(double bytes) {
        NumberFormat plain = NumberFormat.plain(bytes);
        return new PartFormats(bytes, plain, plain, plain, plain, plain, plain, "plain");
    }

    /** The same build with every matrix but embeddings and head in the format of its experts and MLPs. */
    PartFormats least() {
        NumberFormat packed = experts.bits() < mlp.bits() ? experts : mlp;
        return new PartFormats(plainBytes, plain, packed, packed, packed, packed, packed, method);
    }

    private PartFormats withExperts(NumberFormat format) {
        return new PartFormats(plainBytes, plain, attention, linear, mlp, format, shared, method);
    }

    private static PartFormats quantised(Architecture arch, NumberFormat plain, double bytes, QuantizationConfig config) {
        String method = method(config);
        NumberFormat packed = packed(method, config, plain);
        boolean expertsOnly = method.equals("mxfp4") && arch.mixtureOfExperts() || keeps(config, "self_attn");
        boolean keepsAttention = expertsOnly || method.equals("nvfp4") && arch.mla();
        boolean keepsShared = method.equals("mxfp4") && arch.mixtureOfExperts() || keeps(config, "shared_expert");
        // Makers of 4-bit builds leave linear attention as it is: its state is sensitive to rounding.
        boolean keepsLinear = keepsAttention || packed.bits() < 8 || keeps(config, "linear_attn");
        boolean keepsMlp = method.equals("mxfp4") && arch.mixtureOfExperts() || keeps(config, "mlp.gate_proj");
        return new PartFormats(bytes, plain, keepsAttention ? plain : packed, keepsLinear ? plain : packed,
                keepsMlp ? plain : packed, packed, keepsShared ? plain : packed, method);
    }

    private static NumberFormat packed(String method, QuantizationConfig config, NumberFormat plain) {
        int group = config.groupSize() == null ? 128 : config.groupSize();
        return switch (method) {
            case "fp8" -> fp8(config);
            case "int8" -> NumberFormat.BYTE_CHANNEL;
            case "int4" -> NumberFormat.intGroup(config.bits() == null ? 4 : config.bits(), group,
                    "awq".equals(lower(config.quantMethod())) || lower(config.quantMethod()).startsWith("awq"));
            case "mxfp4" -> NumberFormat.MXFP4;
            case "mxfp8" -> NumberFormat.MXFP8;
            case "nvfp4" -> NumberFormat.NVFP4;
            case "nf4" -> NumberFormat.NF4;
            default -> plain;
        };
    }

    private static NumberFormat fp8(QuantizationConfig config) {
        List<Integer> block = config.weightBlockSize();
        if (block != null && !block.isEmpty()) {
            return NumberFormat.fp8Block(block.get(0));
        }
        String method = lower(config.quantMethod());
        return method.equals("fp8") || method.equals("modelopt") ? NumberFormat.FP8_TENSOR : NumberFormat.BYTE_CHANNEL;
    }

    /** The kind of storage behind the many names of methods and sub-formats. */
    private static String method(QuantizationConfig config) {
        String text = lower(config.quantMethod()) + " " + lower(config.format());
        if (text.contains("mxfp4")) {
            return "mxfp4";
        } else if (text.contains("nvfp4") || text.contains("modelopt_fp4") || isFourBit(config) && text.contains("modelopt")) {
            return "nvfp4";
        } else if (text.contains("mxfp8")) {
            return "mxfp8";
        } else if (text.contains("bitsandbytes") || text.contains("bnb") || text.contains("nf4")) {
            return config.bits() != null && config.bits() == 8 ? "int8" : "nf4";
        } else if (text.contains("int-quantized") || text.contains("int8") || text.contains("w8a8")) {
            return "int8";
        } else if (text.contains("fp8") || text.contains("float-quantized") || text.contains("modelopt")) {
            return "fp8";
        } else if (config.bits() != null && config.bits() == 8 && !text.contains("pack")) {
            return text.contains("gptq") ? "int4" : "fp8";
        }
        return config.bits() != null && config.bits() >= 16 ? "plain" : "int4";
    }

    private static boolean isFourBit(QuantizationConfig config) {
        return config.bits() != null && config.bits() == 4;
    }

    private static boolean keeps(QuantizationConfig config, String part) {
        List<String> kept = config.modulesToNotConvert();
        return kept != null && kept.stream().anyMatch(name -> name.contains(part));
    }

    /** A float32 checkpoint is served in 16 bits unless float32 is asked for: {@code vllm/config/model.py}. */
    static double plainBytes(String dtype) {
        String type = lower(dtype);
        return type.equals("float32") || type.equals("float") ? 4 : 2;
    }

    private static String lower(String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }
}
