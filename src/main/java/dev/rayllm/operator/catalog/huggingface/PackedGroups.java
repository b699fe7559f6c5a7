package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import java.util.ArrayList;
import java.util.List;

/** {@code config_groups} of compressed-tensors: which layers are stored in how many bits. Of several groups the largest counts. */
final class PackedGroups {

    private final Level config;
    private final LayerCounts layers;
    private final Notes notes;

    PackedGroups(Level config, LayerCounts layers, Notes notes) {
        this.config = config;
        this.layers = layers;
        this.notes = notes;
    }

    QuantizationConfig read() {
        List<String> kept = KeptModules.of(config.list("ignore"), layers, notes);
        String format = config.text("format");
        Level group = largest();
        Level weights = group == null ? null : group.inside("weights");
        if (weights == null) {
            if ("dense".equals(format)) {
                return null;
            }
            notes.fault("quantization_config of compressed-tensors has no config_groups with weights");
            return null;
        }
        String own = group.text("format");
        format = own != null ? own : format;
        Integer bits = weights.whole("num_bits");
        boolean whole = "int".equals(weights.text("type"));
        List<Integer> block = block(weights);
        if (format == null || format.equals("mixed-precision") || format.equals("naive-quantized")) {
            format = bits != null && bits <= 4 ? (whole ? "pack-quantized" : "nvfp4-pack-quantized")
                    : whole ? "int-quantized" : "float-quantized";
        }
        Integer groupSize = weights.whole("group_size");
        boolean channels = groupSize == null && whole && bits != null && bits <= 4;
        return new QuantizationConfig("compressed-tensors", bits == null ? Integer.valueOf(8) : bits,
                channels ? Integer.valueOf(-1) : groupSize, block, format, kept);
    }

    private static List<Integer> block(Level weights) {
        List<String> sizes = weights.list("block_structure");
        if (sizes == null || sizes.size() != 2) {
            return null;
        }
        List<Integer> block = new ArrayList<>();
        sizes.forEach(size -> block.add(size.matches("\\d{1,6}") ? Integer.valueOf(size) : 0));
        return block;
    }

    private Level largest() {
        JsonNode groups = config.value("config_groups");
        if (groups == null || !groups.isObject() || groups.isEmpty()) {
            return null;
        }
        Level groupsLevel = new Level(groups, "config_groups.", notes);
        List<String> names = new ArrayList<>();
        groups.fieldNames().forEachRemaining(names::add);
        String best = names.getFirst();
        for (String name : names) {
            best = weight(groups.get(name)) > weight(groups.get(best)) ? name : best;
        }
        if (names.size() > 1) {
            notes.unknown("quantization_config stores parts in " + names.size() + " ways; all are counted as the largest group, "
                    + best + ": give the index so that its bytes count");
        }
        return groupsLevel.inside(best);
    }

    /** Experts weigh more than everything else, and {@code Linear} is everything. */
    private static int weight(JsonNode group) {
        JsonNode targets = group.path("targets");
        int weight = targets.size();
        for (JsonNode target : targets) {
            String name = target.asText();
            weight += name.equals("Linear") ? 1_000_000 : name.contains("expert") ? 10_000 : name.contains("mlp") ? 100 : 0;
        }
        return weight;
    }
}
