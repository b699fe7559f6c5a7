package dev.rayllm.operator.catalog;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What stands against using a row of the profile table: sizes that cannot be, facts that a kind of architecture needs
 * and that are missing. The schema of {@code ModelProfile} refuses most of it too, but rows also come from files, and
 * from objects that an older schema let through.
 */
final class ProfileProblems {

    private static final Set<String> GROUPED = Set.of("awq", "gptq");

    private final List<String> problems = new ArrayList<>();

    private ProfileProblems() {
    }

    /** One sentence for each problem, in the order of the fields; empty for a sound row. */
    static List<String> of(ModelProfileSpec spec) {
        ProfileProblems found = new ProfileProblems();
        if (spec == null) {
            return List.of("spec is missing");
        }
        found.identity(spec);
        if (spec.architecture() == null) {
            found.problems.add("architecture is missing");
        } else {
            ArchitectureProblems.of(spec.architecture(), found.problems);
            found.quantization(spec.architecture().quantizationConfig());
            found.groups(spec.architecture());
            found.defaults(spec, spec.architecture());
        }
        return List.copyOf(found.problems);
    }

    private void identity(ModelProfileSpec spec) {
        check(spec.id() != null && spec.id().matches("[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?"),
                "id must be a repository, owner/name, and is " + quoted(spec.id()));
        if (spec.weights() != null) {
            check(spec.weights().bytes() == null || spec.weights().bytes() > 0,
                    "weights.bytes must be above 0 and is " + spec.weights().bytes());
            check(spec.weights().parameters() == null || spec.weights().parameters() > 0,
                    "weights.parameters must be above 0 and is " + spec.weights().parameters());
        }
        for (String gpu : spec.gpus()) {
            if (GpuTable.builtIn().find(gpu).isEmpty()) {
                List<String> near = GpuTable.builtIn().nearest(gpu, 3);
                problems.add("gpus names " + quoted(gpu) + ", which is not known"
                        + (near.isEmpty() ? "" : "; nearest: " + String.join(", ", near)));
            }
        }
    }

    private void quantization(QuantizationConfig config) {
        if (config == null) {
            return;
        }
        check(config.quantMethod() != null && !config.quantMethod().isBlank(), "quantization_config.quant_method is missing");
        check(config.bits() == null || config.bits() >= 2 && config.bits() <= 16,
                "quantization_config.bits must be 2 to 16 and is " + config.bits());
        check(config.groupSize() == null || config.groupSize() > 0 || config.groupSize() == -1,
                "quantization_config.group_size must be above 0, or -1 for one scale a channel, and is " + config.groupSize());
        check(config.kvCacheQuantAlgo() == null || config.kvCacheQuantAlgo().matches("(?i)fp8|none"),
                "quantization_config.kv_cache_quant_algo must be FP8 or NONE and is " + quoted(config.kvCacheQuantAlgo()));
        List<Integer> block = config.weightBlockSize();
        check(block == null || block.size() == 2 && block.stream().allMatch(size -> size != null && size > 0),
                "quantization_config.weight_block_size must be two sizes above 0 and is " + block);
    }

    /** A group never reaches over the end of a row: the kernels of these methods refuse it. */
    private void groups(Architecture arch) {
        QuantizationConfig config = arch.quantizationConfig();
        if (config == null || config.groupSize() == null || config.groupSize() <= 1 || config.quantMethod() == null
                || !GROUPED.contains(config.quantMethod())) {
            return;
        }
        boolean experts = arch.numExperts() != null && arch.numExperts() > 0;
        divides(config.groupSize(), "hidden_size", arch.hiddenSize());
        divides(config.groupSize(), "moe_intermediate_size", experts ? arch.moeIntermediateSize() : null);
        divides(config.groupSize(), "intermediate_size", experts && arch.firstKDenseReplace() == null ? null : arch.intermediateSize());
    }

    private void divides(int group, String name, Integer size) {
        check(size == null || size % group == 0, "quantization_config.group_size " + group + " does not divide " + name + " " + size);
    }

    private void defaults(ModelProfileSpec spec, Architecture arch) {
        Integer context = spec.defaults() == null ? null : spec.defaults().contextLength();
        if (context == null) {
            return;
        }
        check(context > 0, "defaults.contextLength must be above 0 and is " + context);
        check(arch.maxPositionEmbeddings() == null || context <= arch.maxPositionEmbeddings(),
                "defaults.contextLength " + context + " is longer than the model's maximum, " + arch.maxPositionEmbeddings());
    }

    private void check(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }

    private static String quoted(String text) {
        return text == null ? "missing" : "'" + (text.length() <= 60 ? text : text.substring(0, 60) + "…") + "'";
    }
}
