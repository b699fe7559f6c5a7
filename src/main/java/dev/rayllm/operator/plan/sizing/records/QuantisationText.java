package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how a build's weights are stored from what people write: the quantisation column of a record, the one of a configuration,
 * or the usual words in the name of a build ({@code …-AWQ}, {@code …-FP8-dynamic}, {@code ….w4a16}).
 */
final class QuantisationText {

    private static final Pattern GROUP = Pattern.compile("group[ _-]?(\\d+)|\\bg(\\d+)\\b");

    private QuantisationText() {
    }

    /** The configuration that a text describes; null when it names no quantisation. */
    static QuantizationConfig read(String text) {
        String t = text.toLowerCase(Locale.ROOT);
        boolean expertsOnly = t.contains("routed experts") || t.contains("experts only");
        if (t.contains("mixed_precision") || t.contains("mixed precision")) {
            return config("modelopt", 4, 16, "nvfp4", true);
        }
        if (has(t, "nvfp4", "modelopt_fp4", "fp4 experts")) {
            return config("modelopt", 4, 16, "nvfp4", expertsOnly);
        }
        if (t.contains("mxfp4")) {
            return config("mxfp4", 4, 32, "mxfp4", false);
        }
        if (has(t, "bnb", "bitsandbytes", "nf4")) {
            return config("bitsandbytes", t.contains("8bit") || t.contains("8-bit") ? 8 : 4, 64, "nf4", false);
        }
        if (has(t, "w8a8", "int8", "int-quantized", "8bit", "8-bit") && !t.contains("fp8")) {
            return config("compressed-tensors", 8, -1, "int-quantized", false);
        }
        if (has(t, "awq", "int4", "w4a16", "4bit", "4-bit", "gptq", "auto_round", "autoround", "moe_wna16", "quantized.w4")) {
            return fourBit(t, expertsOnly);
        }
        return fp8(t);
    }

    private static QuantizationConfig fourBit(String t, boolean expertsOnly) {
        Matcher group = GROUP.matcher(t);
        int size = group.find() ? Integer.parseInt(group.group(1) != null ? group.group(1) : group.group(2)) : 128;
        int bits = has(t, "int8", "8bit", "8-bit") ? 8 : 4;
        return config(t.contains("awq") ? "awq" : "compressed-tensors", bits, size, "pack-quantized", expertsOnly);
    }

    private static QuantizationConfig fp8(String t) {
        if (!t.contains("fp8") && !t.contains("float8") && !t.contains("w8a8_fp8")) {
            return null;
        }
        if (t.contains("block")) {
            return new QuantizationConfig("fp8", 8, null, List.of(128, 128), null, null);
        }
        return t.contains("dynamic") || t.contains("compressed") || t.contains("fbgemm")
                ? new QuantizationConfig("compressed-tensors", 8, null, null, "float-quantized", null)
                : new QuantizationConfig("fp8", 8, null, null, null, null);
    }

    private static QuantizationConfig config(String method, int bits, int group, String format, boolean expertsOnly) {
        List<String> kept = expertsOnly ? List.of("lm_head", "self_attn", "shared_expert", "mlp.gate_proj") : null;
        return new QuantizationConfig(method, bits, group, null, format, kept);
    }

    private static boolean has(String text, String... words) {
        for (String word : words) {
            if (text.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
