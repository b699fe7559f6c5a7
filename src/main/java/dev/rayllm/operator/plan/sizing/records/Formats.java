package dev.rayllm.operator.plan.sizing.records;

import java.util.Locale;
import java.util.Set;

/** Words for number formats that a record or a configuration may use; others are refused, as they would be counted as some default. */
final class Formats {

    private static final Set<String> DATA_TYPES = Set.of("", "auto", "bfloat16", "float16", "half", "float32", "float", "fp16", "bf16");
    private static final Set<String> CACHES = Set.of("", "auto", "bfloat16", "float16", "bf16", "fp16", "float32", "fp8", "fp8_e4m3",
            "fp8_e5m2", "fp8_inc", "fp8_ds_mla", "int8", "int4", "nvfp4");
    private static final Set<String> PLAIN = Set.of("", "none", "no", "bf16", "bfloat16", "fp16", "float16");

    private Formats() {
    }

    /** A data type, or a refusal. */
    static String dtype(String text) throws OddRecordException {
        if (!DATA_TYPES.contains(text.toLowerCase(Locale.ROOT))) {
            throw new OddRecordException("the data type '" + cut(text) + "' is not known (bfloat16, float16, float32 or auto)");
        }
        return text;
    }

    /** Format of the KV cache; what stands in brackets behind it is a remark. */
    static String cache(StartRecord row) throws OddRecordException {
        String text = row.text("kv_cache_dtype").toLowerCase(Locale.ROOT).replaceFirst("\\s*\\(.*", "");
        if (!CACHES.contains(text)) {
            throw new OddRecordException("kv_cache_dtype '" + cut(text) + "' is not known (auto, bfloat16, float16, fp8, …)");
        }
        return text.isEmpty() ? "auto" : text;
    }

    /** Refuses words that name no known quantisation; the method's own word is one, and the build's name then says how many bits. */
    static void quantisation(String text) throws OddRecordException {
        String t = text.toLowerCase(Locale.ROOT);
        if (!PLAIN.contains(t) && !t.contains("compressed-tensors") && QuantisationText.read(text) == null) {
            throw new OddRecordException("the quantization '" + cut(text) + "' is not known (fp8, awq, gptq, nvfp4, mxfp4, int8, …)");
        }
    }

    private static String cut(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
