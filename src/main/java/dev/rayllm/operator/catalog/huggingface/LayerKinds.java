package dev.rayllm.operator.catalog.huggingface;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** How many layers see everything, how many a window, and how many keep a constant state. */
final class LayerKinds {

    private static final Set<String> FULL = Set.of("full_attention", "attention", "full", "global", "global_attention", "1",
            "deepseek_sparse_attention");
    private static final Set<String> WINDOW = Set.of("sliding_attention", "chunked_attention", "sliding", "local", "local_attention",
            "sliding_window");
    private static final Set<String> LINEAR = Set.of("linear_attention", "mamba", "mamba2", "kda", "gated_deltanet", "gdn", "linear");

    private enum Kind { FULL, WINDOW, LINEAR }

    private final Level text;
    private final Facts facts;
    private final ModelFamily family;
    private final Notes notes;
    private final int layers;
    private final Set<String> unknownKinds = new TreeSet<>();

    LayerKinds(Level text, Facts facts, ModelFamily family, Notes notes) {
        this.text = text;
        this.facts = facts;
        this.family = family;
        this.notes = notes;
        this.layers = Math.max(0, facts.orZero("num_hidden_layers"));
    }

    void read() {
        Integer window = window();
        // Some files say it twice, by a list and by a step; the list counts.
        text.value("full_attention_interval", "sliding_window_pattern", "_sliding_window_pattern", "no_rope_layer_interval");
        List<Kind> kinds = listed();
        if (kinds == null) {
            kinds = byStep(window);
        }
        int windows = window == null ? 0 : count(kinds, Kind.WINDOW);
        int linear = count(kinds, Kind.LINEAR);
        if (windows > 0) {
            facts.put("sliding_window", window);
            facts.put("sliding_attention_layers", windows);
        }
        if (linear > 0) {
            facts.put("linear_attention_layers", linear);
            new LinearFacts(text, facts).read();
        }
        if (windows + linear > 0) {
            facts.put("full_attention_layers", layers - windows - linear);
        }
    }

    /** A window as long as the context is none; Qwen has the size in its file and a switch that turns it off. */
    private Integer window() {
        Integer window = text.positive("sliding_window", "attention_chunk_size", "sliding_window_size", "local_attention_window");
        boolean off = Boolean.FALSE.equals(text.yes("use_sliding_window"));
        Integer most = facts.whole("max_position_embeddings");
        return window == null || off || most != null && window >= most ? null : window;
    }

    /** From a list with an entry for each layer; null when there is none. */
    private List<Kind> listed() {
        List<String> names = text.list("layer_types", "attn_type_list", "layers_block_type", "block_types");
        List<String> patterns = text.list("hybrid_layer_pattern");
        List<String> chunked = text.list("no_rope_layers");
        Level linear = text.inside("linear_attn_config");
        List<String> attending = text.list("attn_layer_indices");
        if (names != null && !names.isEmpty() && !names.contains("moe") && !names.contains("mlp")) {
            boolean numbers = names.stream().allMatch(name -> name.equals("0") || name.equals("1"));
            return sized("layer_types", names.stream().map(name -> numbers && name.equals("0") ? Kind.LINEAR : kind(name)).toList());
        } else if (patterns != null && !patterns.isEmpty()) {
            return sized("hybrid_layer_pattern", patterns.stream().map(p -> p.equals("1") ? Kind.WINDOW : Kind.FULL).toList());
        } else if (chunked != null && !chunked.isEmpty()) {
            return sized("no_rope_layers", chunked.stream().map(rope -> rope.equals("0") ? Kind.FULL : Kind.WINDOW).toList());
        } else if (linear != null && linear.list("kda_layers", "linear_layers") != null) {
            List<String> full = linear.list("full_attn_layers");
            int others = linear.list("kda_layers", "linear_layers").size();
            return sized("linear_attn_config", repeated(full == null ? 0 : full.size(), others));
        } else if (attending != null) {
            return repeated(attending.size(), layers - attending.size());
        }
        return null;
    }

    private List<Kind> sized(String key, List<Kind> kinds) {
        if (kinds.size() != layers && layers > 0) {
            notes.fault(key + " has " + kinds.size() + " entries, num_hidden_layers is " + layers);
        }
        return kinds;
    }

    private Kind kind(String name) {
        if (FULL.contains(name)) {
            return Kind.FULL;
        } else if (WINDOW.contains(name)) {
            return Kind.WINDOW;
        } else if (LINEAR.contains(name)) {
            return Kind.LINEAR;
        }
        if (unknownKinds.add(name)) {
            notes.unknown("layers of kind '" + JsonFile.cut(name) + "' are not understood: they are counted as full attention");
        }
        return Kind.FULL;
    }

    /** From a step: every so many layers one sees everything. */
    private List<Kind> byStep(Integer window) {
        Integer interval = text.positive("full_attention_interval");
        Integer period = text.positive("attn_layer_period");
        Integer offset = text.whole("attn_layer_offset");
        String letters = text.text("sliding_window_pattern", "_sliding_window_pattern");
        Integer pattern = letters != null ? null
                : text.positive("sliding_window_pattern", "_sliding_window_pattern", "no_rope_layer_interval");
        Integer upper = Boolean.TRUE.equals(text.yes("use_sliding_window")) ? text.whole("max_window_layers") : null;
        List<Kind> kinds = new ArrayList<>();
        for (int i = 0; i < layers; i++) {
            if (interval != null) {
                kinds.add((i + 1) % interval == 0 ? Kind.FULL : Kind.LINEAR);
            } else if (period != null) {
                kinds.add(i % period == (offset == null ? 0 : offset) ? Kind.FULL : Kind.LINEAR);
            } else if (window == null) {
                kinds.add(Kind.FULL);
            } else if (letters != null && !letters.isEmpty()) {
                kinds.add(letters.charAt(i % letters.length()) == 'L' ? Kind.WINDOW : Kind.FULL);
            } else if (upper != null) {
                kinds.add(i < upper ? Kind.FULL : Kind.WINDOW);
            } else {
                int every = pattern != null ? pattern : family == null ? 1 : family.windowEvery();
                kinds.add(every > 0 && (i + 1) % every == 0 ? Kind.FULL : Kind.WINDOW);
            }
        }
        if (window != null && pattern == null && letters == null && upper == null && family == null) {
            notes.unknown("sliding_window " + window + ": which layers keep to it is not said; all are counted as full attention");
        }
        return kinds;
    }

    private static List<Kind> repeated(int full, int linear) {
        List<Kind> kinds = new ArrayList<>();
        for (int i = 0; i < full + Math.max(0, linear); i++) {
            kinds.add(i < full ? Kind.FULL : Kind.LINEAR);
        }
        return kinds;
    }

    private static int count(List<Kind> kinds, Kind kind) {
        return (int) kinds.stream().filter(k -> k == kind).count();
    }
}
