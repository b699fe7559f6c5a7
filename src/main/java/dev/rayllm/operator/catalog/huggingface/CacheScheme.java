package dev.rayllm.operator.catalog.huggingface;

import java.util.Locale;

/**
 * The format of the KV cache that a build asks for. The engine takes it when it is told {@code auto}.
 *
 * <p>Source: {@code kv_cache_scheme} of compressed-tensors and {@code kv_cache_quant_algo} of ModelOpt, as vLLM's {@code Attention} and
 * {@code resolve_kv_cache_dtype_string} read them.
 */
final class CacheScheme {

    private static final int FP8_BITS = 8;

    private CacheScheme() {
    }

    /** {@code FP8}, or null where the build asks for nothing or for what is not known. */
    static String of(Level config, Notes notes) {
        String algorithm = config.text("kv_cache_quant_algo");
        Level scheme = config.has("kv_cache_scheme") && config.node().get("kv_cache_scheme").isObject() ? config.inside("kv_cache_scheme")
                : null;
        if (algorithm == null && scheme == null) {
            return null;
        }
        String asked = algorithm != null ? algorithm.toUpperCase(Locale.ROOT) : "float".equals(scheme.text("type"))
                && Integer.valueOf(FP8_BITS).equals(scheme.whole("num_bits")) ? "FP8" : scheme.node().toString();
        if (asked.equals("FP8")) {
            notes.assumed("the KV cache is fp8, as the build asks for it: engine.kvCacheDtype auto takes that");
            return asked;
        }
        if (!asked.equals("NONE") && !asked.isEmpty()) {
            notes.unknown("quantization_config asks for a KV cache of '" + JsonFile.cut(asked) + "', which is not understood: it is counted in 16"
                    + " bits");
        }
        return null;
    }
}
