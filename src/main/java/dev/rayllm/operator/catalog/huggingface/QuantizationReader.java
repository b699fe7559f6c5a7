package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads how the weights are stored: {@code quantization_config} of {@code config.json}, whose form depends on the tool that made the
 * build, or the {@code hf_quant_config.json} of NVIDIA's ModelOpt.
 *
 * <p>Source of the forms: the configuration classes of {@code vllm/model_executor/layers/quantization} and of compressed-tensors.
 */
final class QuantizationReader {

    private static final String KNOWN = "fp8, fbgemm_fp8, awq, gptq, compressed-tensors, modelopt, mxfp4, bitsandbytes, auto-round,"
            + " quark, torchao";

    private final Level config;
    private final LayerCounts layers;
    private final Notes notes;

    private QuantizationReader(Level config, LayerCounts layers, Notes notes) {
        this.config = config;
        this.layers = layers;
        this.notes = notes;
    }

    /**
     * The quantisation of a build; null when its weights are stored as they are.
     *
     * @param separate {@code hf_quant_config.json}, or null; it counts where {@code config.json} says nothing
     * @param layers   how many layers have which part
     */
    static QuantizationConfig read(JsonNode root, JsonNode separate, LayerCounts layers, Notes notes) {
        Level whole = new Level(root, "", notes);
        Level text = ArchitectureReader.languagePart(whole);
        Level found = whole.inside("quantization_config", "compression_config");
        found = found != null ? found : text.inside("quantization_config", "compression_config");
        if (found == null && separate != null) {
            found = new Level(separate, "", notes).inside("quantization");
        }
        if (found == null || found.node().isEmpty()) {
            return null;
        }
        QuantizationConfig stored = new QuantizationReader(found, layers, notes).read();
        String cache = CacheScheme.of(found, notes);
        if (cache == null && separate != null) {
            Level beside = new Level(separate, "", notes).inside("quantization");
            cache = beside == null ? null : CacheScheme.of(beside, notes);
        }
        return stored == null || cache == null ? stored : stored.withKvCache(cache);
    }

    private QuantizationConfig read() {
        String said = config.text("quant_method");
        String method = (said != null ? said : config.has("quant_algo") ? "modelopt" : "").toLowerCase(Locale.ROOT);
        if (config.has("quantized_layers") || method.startsWith("modelopt") || config.has("quant_algo")) {
            return new ModelOptForms(config, layers, notes).read();
        }
        return switch (method) {
            case "compressed-tensors", "compressed_tensors" -> new PackedGroups(config, layers, notes).read();
            case "fp8" -> made("fp8", 8, null, block(), null);
            case "fbgemm_fp8" -> made("fbgemm_fp8", 8, null, null, null);
            case "awq", "gptq", "awq_marlin", "gptq_marlin" -> made(method.substring(0, method.startsWith("awq") ? 3 : 4),
                    bits(), group(), null, null);
            case "auto-round", "auto_round", "intel/auto-round", "inc" -> made("auto-round", bits(), group(), null, null);
            case "mxfp4" -> made("mxfp4", null, null, null, null);
            case "bitsandbytes" -> made("bitsandbytes", Boolean.TRUE.equals(config.yes("load_in_8bit", "_load_in_8bit")) ? 8 : 4, null,
                    null, null);
            case "quark" -> quark();
            case "torchao" -> torchao();
            default -> other(method);
        };
    }

    private QuantizationConfig other(String method) {
        Integer bits = config.whole("bits", "w_bit", "num_bits", "nbits");
        String what = method.isEmpty() ? "quantization_config has no quant_method"
                : "quantization_config.quant_method '" + JsonFile.cut(method) + "' is not known (known: " + KNOWN + ")";
        if (bits == null || bits < 2 || bits > 16) {
            notes.fault(what + ", and it does not give bits: how many bytes a weight takes is not known");
            return null;
        }
        notes.unknown(what + ": counted as " + bits + " bits a weight with a scale for each group of "
                + (group() == null ? 128 : group()));
        return made(method.isEmpty() ? "unknown" : method, bits, group(), null, null);
    }

    /** AMD's Quark: one format for all layers, in the words of its own. */
    private QuantizationConfig quark() {
        Level global = config.inside("global_quant_config");
        Level weight = global == null ? null : global.inside("weight");
        String type = weight == null ? null : weight.text("dtype");
        Integer group = weight == null ? null : weight.positive("group_size");
        if (type == null) {
            notes.fault("quantization_config of quark gives no global_quant_config.weight.dtype");
            return null;
        }
        return switch (type) {
            case "fp4", "mxfp4" -> made("quark", 4, group, null, "mxfp4");
            case "fp8_e4m3", "fp8_e5m2" -> made("quark", 8, null, null, "float-quantized");
            case "int8" -> made("quark", 8, null, null, "int-quantized");
            case "int4", "uint4" -> made("quark", 4, group, null, "pack-quantized");
            default -> {
                notes.fault("quantization_config of quark stores weights as '" + JsonFile.cut(type) + "', which is not known");
                yield null;
            }
        };
    }

    private QuantizationConfig torchao() {
        String type = String.valueOf(config.value("quant_type")).toLowerCase(Locale.ROOT);
        if (type.contains("float8")) {
            return made("torchao", 8, null, null, "float-quantized");
        } else if (type.contains("int4")) {
            return made("torchao", 4, 128, null, "pack-quantized");
        } else if (type.contains("int8")) {
            return made("torchao", 8, null, null, "int-quantized");
        }
        notes.fault("quantization_config of torchao has a quant_type that names neither float8, int8 nor int4");
        return null;
    }

    private Integer bits() {
        Integer bits = config.whole("bits", "w_bit");
        if (bits == null) {
            notes.assumed("weights are stored in 4 bits, as quantization_config does not say otherwise");
        }
        return bits == null ? 4 : bits;
    }

    private Integer group() {
        return config.whole("group_size", "q_group_size");
    }

    /** Rows and columns that share a scale. */
    private List<Integer> block() {
        List<String> sizes = config.list("weight_block_size");
        if (sizes == null) {
            return null;
        }
        List<Integer> block = new ArrayList<>();
        sizes.forEach(size -> block.add(size.matches("\\d{1,6}") ? Integer.valueOf(size) : 0));
        return block;
    }

    private QuantizationConfig made(String method, Integer bits, Integer group, List<Integer> block, String format) {
        List<String> names = config.list("modules_to_not_convert", "ignored_layers", "ignore", "exclude", "llm_int8_skip_modules");
        return new QuantizationConfig(method, bits, group, block, format, KeptModules.of(names, layers, notes));
    }
}
