package dev.rayllm.operator.catalog.huggingface;

import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import java.util.List;

/**
 * What came of reading a model's files.
 *
 * @param spec    the profile; null when there are faults
 * @param faults  what stands against it
 * @param unknown what sizing would need and the files do not tell, or tell in words that are not understood
 * @param assumed defaults that the files do not state
 */
public record Imported(ModelProfileSpec spec, List<String> faults, List<String> unknown, List<String> assumed) {

    public Imported {
        faults = List.copyOf(faults);
        unknown = List.copyOf(unknown);
        assumed = List.copyOf(assumed);
    }
}
