package dev.rayllm.operator.catalog.huggingface;

import java.util.ArrayList;
import java.util.List;

/** What an import has to tell: what stands against it, what it does not know, and what it took for granted. */
final class Notes {

    private final List<String> faults = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<String> assumed = new ArrayList<>();

    /** The file cannot be right. */
    void fault(String text) {
        if (!faults.contains(text)) {
            faults.add(text);
        }
    }

    /** Something that sizing would need and that cannot be expressed or is not understood. */
    void unknown(String text) {
        unknown.add(text);
    }

    /** A default that the file does not state. */
    void assumed(String text) {
        if (!assumed.contains(text)) {
            assumed.add(text);
        }
    }

    List<String> faults() {
        return List.copyOf(faults);
    }

    List<String> unknown() {
        return List.copyOf(unknown);
    }

    List<String> assumed() {
        return List.copyOf(assumed);
    }
}
