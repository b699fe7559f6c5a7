package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import dev.rayllm.operator.catalog.ModelRow;
import java.util.ArrayList;
import java.util.List;

/** Makes a row of the profile table from the files of a model on Hugging Face. Pure: bytes in, profile out. */
public final class HuggingFaceFiles {

    private static final int LONGEST_NOTES = 1024;

    private final String configName;
    private final JsonNode config;
    private CheckpointIndex index;
    private JsonNode quantization;

    /**
     * Starts with {@code config.json}.
     *
     * @param name for messages
     * @throws UnusableFile when it is not JSON or holds no object
     */
    public HuggingFaceFiles(String name, byte[] bytes) {
        this.configName = name;
        this.config = JsonFile.object(name, bytes);
        if (config.has("weight_map")) {
            throw new UnusableFile(name + " is an index: give config.json first");
        }
    }

    /** Adds an index of weight files, or the {@code hf_quant_config.json} of a build; which of them, its content says. */
    public void add(String name, byte[] bytes) {
        boolean separate = bytes.length <= 1 << 22 && JsonFile.object(name, bytes).path("quantization").isObject();
        if (separate) {
            quantization = JsonFile.object(name, bytes);
        } else {
            index = CheckpointIndex.read(name, bytes);
        }
    }

    /** The repository that the config names itself; null when it names none. */
    public String ownId() {
        String name = config.path("_name_or_path").asText("");
        return name.matches("[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*") ? name : null;
    }

    /** The profile for a repository. */
    public Imported profile(String id) {
        Notes notes = new Notes();
        Facts facts = ArchitectureReader.read(config, index, notes);
        facts.put("quantization_config", QuantizationReader.read(config, quantization, LayerCounts.of(facts), notes));
        if (index != null && index.totalBytes() == 0) {
            notes.unknown("the index gives no metadata.total_size: the bytes of the weights are computed from the architecture");
        }
        Architecture architecture = facts.architecture();
        ProfileWeights weights = index == null || index.totalBytes() == 0 ? null : new ProfileWeights(index.totalBytes(), null);
        ModelProfileSpec spec = new ModelProfileSpec(id, List.of(), architecture, weights, null, List.of(), note(notes));
        List<String> faults = new ArrayList<>(notes.faults());
        new ModelRow("import", spec, false).problems().stream().filter(problem -> !problem.startsWith("id ")).forEach(faults::add);
        return new Imported(faults.isEmpty() ? spec : null, faults.stream().map(fault -> configName + ": " + fault).toList(),
                notes.unknown(), notes.assumed());
    }

    /** What is not known goes with the profile, as a plan shows it to whoever serves the model. */
    private static String note(Notes notes) {
        if (notes.unknown().isEmpty()) {
            return null;
        }
        String text = "Imported; not known: " + String.join("; ", notes.unknown()) + ".";
        return text.length() <= LONGEST_NOTES ? text : text.substring(0, LONGEST_NOTES - 1) + "…";
    }
}
