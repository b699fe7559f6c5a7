package dev.rayllm.operator.catalog.huggingface;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parts of a build that are not quantised. Tools write them as names of single matrices in single layers, as patterns with stars, or
 * as regular expressions; a profile says for all layers alike that a part is kept. A part that is kept in fewer than half of the
 * layers counts as quantised.
 */
final class KeptModules {

    private static final Pattern LAYER = Pattern.compile("^(?:.*\\.)?(?:layers|h|blocks)\\.(\\d+|\\*)(?:\\.(.*)|\\*)?$");
    private static final Pattern CHOICE = Pattern.compile("\\(([^()|]+(?:\\|[^()|]+)+)\\)");
    private static final Pattern SMALL = Pattern.compile(".*(norm|router|bias|conv1d|indexer|A_log|_scale|in_proj_(a|b|ba)\\b"
            + "|shared_expert_gate|eh_proj|e_score|embed_vision|(^|\\.)gate(?!_)).*");
    private static final int MOST = 64;
    private static final int LONGEST = 128;
    private static final String EVERYTHING = "all parts";

    private KeptModules() {
    }

    /** The parts that are kept, without layer numbers; null for none. */
    static List<String> of(List<String> names, LayerCounts layers, Notes notes) {
        if (names == null || names.isEmpty()) {
            return null;
        }
        Map<String, Set<Integer>> layersOf = new LinkedHashMap<>();
        List<String> everywhere = new ArrayList<>();
        for (String name : names) {
            for (String plain : plain(name)) {
                Matcher layer = LAYER.matcher(plain);
                String part = layer.matches() ? part(layer.group(2)) : plain.replaceFirst("^(?:language_model\\.|model\\.|backbone\\.)+", "");
                if (layer.matches() && !layer.group(1).equals("*")) {
                    layersOf.computeIfAbsent(part, p -> new TreeSet<>()).add(Integer.parseInt(layer.group(1)));
                } else if (!part.isEmpty()) {
                    everywhere.add(part);
                }
            }
        }
        layersOf.forEach((part, kept) -> {
            int having = layers.having(part);
            if (!part.equals(EVERYTHING) && 2 * kept.size() >= having) {
                everywhere.add(part);
            } else if (weighs(part)) {
                notes.assumed(part + " of " + kept.size() + " of " + having + " layers are not quantised: counted as quantised");
            }
        });
        List<String> kept = everywhere.stream().filter(KeptModules::told).flatMap(KeptModules::inOurWords).distinct().limit(MOST).toList();
        return kept.isEmpty() ? null : kept;
    }

    private static String part(String rest) {
        return rest == null || rest.isEmpty() ? EVERYTHING : rest;
    }

    /** Norms, routers, biases and other small parts are never quantised; sizing does not look for them. */
    private static boolean weighs(String part) {
        return !SMALL.matcher(part).matches();
    }

    /** Sizing takes a whole block as kept when its name occurs, so the small parts of one must not carry that name. */
    private static boolean told(String part) {
        return part.length() <= LONGEST && (weighs(part) || part.matches("(mlp\\.)?(gate|router)|embed_tokens"));
    }

    /** Families have other names for the blocks that sizing looks for. */
    private static Stream<String> inOurWords(String part) {
        if (part.equals("mlp")) {
            return Stream.of("mlp.gate_proj");
        } else if (part.matches("attn|attention|mixer\\.[qkvo]_proj")) {
            return Stream.of("self_attn");
        } else if (part.matches("mixer\\.(in|out)_proj")) {
            return Stream.of("linear_attn");
        }
        return part.equals("mixer") ? Stream.of("self_attn", "linear_attn") : Stream.of(part);
    }

    /** A name without the signs of patterns; one for each choice of a regular expression. */
    private static List<String> plain(String name) {
        String text = name.startsWith("re:") ? name.substring(3).replace("\\.", ".").replace(".*", "*").replaceAll("[\\^$]", "") : name;
        Matcher choice = CHOICE.matcher(text);
        List<String> all = new ArrayList<>();
        if (choice.find()) {
            for (String one : choice.group(1).split("\\|")) {
                all.add(text.substring(0, choice.start()) + one + text.substring(choice.end()));
            }
        } else {
            all.add(text);
        }
        return all.stream().map(KeptModules::withoutStars).toList();
    }

    private static String withoutStars(String text) {
        return text.replaceFirst("^[*.]+", "").replaceFirst("[*.]+$", "");
    }
}
