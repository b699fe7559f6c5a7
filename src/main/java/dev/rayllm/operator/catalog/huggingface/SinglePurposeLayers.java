package dev.rayllm.operator.catalog.huggingface;

import java.util.ArrayList;
import java.util.List;

/**
 * Nemotron-H: each of its layers is either a mixer (Mamba-2 or attention) or an MLP (dense or of experts), while a profile's layers
 * have one of each. The mixers become the layers, so that cache and state are exact; the MLPs are spread over them with a width
 * that keeps the number of weights, two thirds of which a profile's three matrices hold, as Nemotron's MLPs have no gate.
 */
final class SinglePurposeLayers {

    private static final double MATRICES = 2.0 / 3;
    /** Widths stay multiples of the smallest group of a quantised build. */
    private static final int GROUP = 16;

    private final Level text;
    private final Facts facts;
    private final Notes notes;

    SinglePurposeLayers(Level text, Facts facts, Notes notes) {
        this.text = text;
        this.facts = facts;
        this.notes = notes;
    }

    void read() {
        List<String> kinds = kinds();
        if (kinds == null) {
            return;
        }
        int mamba = count(kinds, "M", "mamba", "mamba2");
        int attention = count(kinds, "*", "attention");
        int mixers = mamba + attention;
        int experts = count(kinds, "E", "moe");
        int dense = count(kinds, "-", "mlp");
        if (mixers == 0 || mixers + experts + dense != kinds.size()) {
            notes.fault("hybrid_override_pattern has kinds of layers that are not known: " + kinds.stream().distinct().toList());
            return;
        }
        facts.put("num_hidden_layers", mixers);
        facts.put("full_attention_layers", attention);
        facts.put("linear_attention_layers", mamba);
        new LinearFacts(text, facts).read();
        spread("intermediate_size", dense, mixers);
        if (experts > 0) {
            spread("moe_intermediate_size", experts, mixers);
            spread("shared_expert_intermediate_size", experts, mixers);
        }
        notes.unknown("a layer is a mixer or an MLP: " + mixers + " layers stand for " + kinds.size() + " (" + mamba + " mamba, "
                + attention + " attention, " + dense + " dense, " + experts + " with experts), and the widths of their MLPs ("
                + facts.whole(experts > 0 ? "moe_intermediate_size" : "intermediate_size") + ") are set so that the weights are right");
    }

    private void spread(String width, int layers, int mixers) {
        Integer own = facts.whole(width);
        if (own != null && layers > 0) {
            int same = (int) Math.ceil(own * MATRICES * layers / mixers / GROUP) * GROUP;
            facts.put(width, same);
        }
    }

    /** One entry a layer: letters of a pattern, or a list of words; null for other families. */
    private List<String> kinds() {
        String pattern = text.text("hybrid_override_pattern");
        List<String> words = text.list("layers_block_type");
        if (pattern != null && !pattern.isEmpty()) {
            List<String> letters = new ArrayList<>();
            pattern.chars().forEach(letter -> letters.add(Character.toString(letter)));
            return letters;
        }
        return words != null && (words.contains("moe") || words.contains("mlp")) ? words : null;
    }

    private static int count(List<String> kinds, String... names) {
        return (int) kinds.stream().filter(List.of(names)::contains).count();
    }
}
