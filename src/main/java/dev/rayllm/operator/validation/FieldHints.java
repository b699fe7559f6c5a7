package dev.rayllm.operator.validation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tells where a field belongs that stands in the wrong place, or has the name that another tool gives it. */
final class FieldHints {

    private static final String FOREIGN_NAMES = "/validation/foreign-field-names.txt";

    /** Blocks whose image, replicas and the like are meant only by who does not mean the model's. */
    private static final Set<String> BESIDE_THE_MODEL = Set.of("fallback", "monitoring");

    /** Places by plain name. Our own names come first; one that stands in several places tells nothing. */
    private final Map<String, Set<String>> places = new HashMap<>();

    /** Hints for a kind, given the schema of its spec. Names of other tools are those of deployments. */
    FieldHints(Schema spec, boolean foreignNames) {
        index(places, "spec", spec);
        if (foreignNames) {
            foreign().lines().filter(line -> !line.startsWith("#") && !line.isBlank()).forEach(this::addForeign);
        }
        BESIDE_THE_MODEL.forEach(block -> {
            Map<String, Set<String>> more = new HashMap<>();
            index(more, "spec." + block, spec == null ? null : spec.property(block));
            more.forEach(places::putIfAbsent);
        });
    }

    /** Where a field with this name belongs, when that is clear. */
    Optional<String> place(String name) {
        Set<String> found = places.getOrDefault(NearestNames.plain(name), Set.of());
        return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
    }

    private static void index(Map<String, Set<String>> places, String path, Schema schema) {
        if (schema == null) {
            return;
        }
        schema.properties().keySet().forEach(name -> {
            String place = path + "." + name;
            places.computeIfAbsent(NearestNames.plain(name), key -> new TreeSet<>()).add(place);
            if (!BESIDE_THE_MODEL.contains(name)) {
                index(places, place, schema.property(name));
            }
        });
    }

    private void addForeign(String line) {
        int colon = line.indexOf(':');
        for (String name : line.substring(colon + 1).strip().split("\\s+")) {
            places.putIfAbsent(NearestNames.plain(name), Set.of(line.substring(0, colon)));
        }
    }

    private static String foreign() {
        try (InputStream in = FieldHints.class.getResourceAsStream(FOREIGN_NAMES)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
