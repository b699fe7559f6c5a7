package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** NVIDIA's ModelOpt: one algorithm for all layers, or a list of layers with an algorithm each. */
final class ModelOptForms {

    private static final List<String> PARTS = List.of("shared_expert", "experts", "linear_attn", "self_attn", "mixer", "mlp");

    private final Level config;
    private final LayerCounts layers;
    private final Notes notes;

    ModelOptForms(Level config, LayerCounts layers, Notes notes) {
        this.config = config;
        this.layers = layers;
        this.notes = notes;
    }

    QuantizationConfig read() {
        List<String> names = new ArrayList<>();
        List<String> own = config.list("ignore", "exclude_modules", "modules_to_not_convert");
        if (own != null) {
            names.addAll(own);
        }
        String algorithm = algorithm(names);
        List<String> kept = KeptModules.of(names, layers, notes);
        return switch (algorithm) {
            case "NVFP4", "NVFP4_AWQ", "W4A16_NVFP4" -> made(4, 16, "nvfp4", kept, null);
            case "FP8", "FP8_PER_CHANNEL_PER_TOKEN" -> made(8, null, null, kept, null);
            case "FP8_PB_WO", "FP8_BLOCK" -> made(8, null, null, kept, List.of(128, 128));
            case "MXFP8" -> made(8, 32, "mxfp8", kept, null);
            case "MXFP4", "W4A8_MXFP4_FP8" -> made(4, 32, "mxfp4", kept, null);
            case "W4A16_AWQ", "INT4_AWQ", "W4A8_AWQ" -> made(4, 128, "pack-quantized", kept, null);
            case "W8A16", "INT8_SQ", "INT8", "W8A8_SQ_PER_CHANNEL" -> made(8, null, "int8", kept, null);
            default -> {
                notes.fault("quantization_config.quant_algo '" + JsonFile.cut(algorithm) + "' of modelopt is not known: how many"
                        + " bytes a weight takes is not known");
                yield null;
            }
        };
    }

    /** The one algorithm, or that of the largest part; names of other parts are added to those that are kept. */
    private String algorithm(List<String> names) {
        String algorithm = String.valueOf(config.text("quant_algo")).toUpperCase(Locale.ROOT);
        String experts = config.text("moe_quant_algo");
        if (!algorithm.equals("MIXED_PRECISION")) {
            return algorithm;
        } else if (experts == null) {
            return mixed(names);
        }
        notes.unknown("quantization_config stores parts in several ways: all but those it excludes are counted as its experts, "
                + experts + "; give the index so that its bytes count");
        return experts.toUpperCase(Locale.ROOT);
    }

    private QuantizationConfig made(int bits, Integer group, String format, List<String> kept, List<Integer> block) {
        Integer own = config.positive("group_size");
        // ModelOpt's words for 4-bit integers would be read as its own 4-bit floats.
        String method = "pack-quantized".equals(format) || "int8".equals(format) ? "compressed-tensors" : "modelopt";
        return new QuantizationConfig(method, bits, own != null && group != null ? own : group, block, format, kept);
    }

    /** The algorithm of the largest part; parts with another one are counted as not quantised, which is more than they take. */
    private String mixed(List<String> names) {
        JsonNode listed = config.value("quantized_layers");
        Map<String, Map<String, Integer>> byPart = new HashMap<>();
        Iterator<String> keys = listed == null ? List.<String>of().iterator() : listed.fieldNames();
        while (keys.hasNext()) {
            String key = keys.next();
            String algorithm = listed.get(key).path("quant_algo").asText("").toUpperCase(Locale.ROOT);
            byPart.computeIfAbsent(part(key), p -> new HashMap<>()).merge(algorithm, 1, Integer::sum);
        }
        String main = byPart.containsKey("experts") ? "experts" : byPart.containsKey("mlp") ? "mlp" : null;
        if (main == null) {
            return "MIXED_PRECISION";
        }
        String algorithm = commonest(byPart.get(main));
        byPart.forEach((part, algorithms) -> {
            if (PARTS.contains(part) && !commonest(algorithms).equals(algorithm)) {
                names.add(part);
                notes.unknown("quantization_config stores " + part + " as " + commonest(algorithms) + " and " + main + " as " + algorithm
                        + ": " + part + " is counted in 16 bits; give the index so that its bytes count");
            }
        });
        if (byPart.get(main).size() > 1) {
            notes.unknown("quantization_config stores " + main + " in " + byPart.get(main).size() + " ways: all are counted as " + algorithm);
        }
        return algorithm;
    }

    private static String commonest(Map<String, Integer> counts) {
        return counts.entrySet().stream().max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey).orElse("");
    }

    private static String part(String name) {
        return PARTS.stream().filter(name::contains).findFirst().orElse("other");
    }
}
