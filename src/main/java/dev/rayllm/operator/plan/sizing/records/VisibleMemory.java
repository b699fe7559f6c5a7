package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.plan.sizing.SizingData;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds a GPU by the name that a record gives it: {@code H100 80GB}, {@code A100 40GB MIG 1g.5gb}, {@code RTX 4090}. */
final class VisibleMemory {

    private static final Pattern SLICE = Pattern.compile("\\bmig\\b.*?(\\d+)g\\.(\\d+)gb");
    /** A MIG slice of 5 GB reports 4.75 GiB, one of 10 GB 9.5 GiB. */
    private static final double SLICE_SHARE = 0.95;

    private static final Pattern CLASS = Pattern.compile("^(\\d{1,3})gb-class");

    private final List<Row> mostWordsFirst;

    private record Row(Set<String> words, double memoryGib, int computeCapability) {
    }

    VisibleMemory() {
        this.mostWordsFirst = SizingData.rows("visible-memory.csv", row -> new Row(Set.of(row.get("name").split(" ")),
                Double.parseDouble(row.get("memory_gib")), Integer.parseInt(row.get("compute_capability")))).stream()
                .sorted(Comparator.comparingInt((Row r) -> r.words().size()).reversed()).toList();
    }

    /** The GPU of a name, with the memory that the record gives when it gives any. */
    Optional<Gpu> find(String name, double knownGib) {
        String lower = name.toLowerCase(Locale.ROOT);
        // People write rtx4090 as one word.
        Set<String> words = Arrays.stream(lower.replace("nvidia", " ").replaceAll("(rtx|gtx)(?=[a-z]?\\d)", "$1 ").split("[^a-z0-9.]+"))
                .collect(Collectors.toUnmodifiableSet());
        Matcher size = CLASS.matcher(lower);
        if (size.find()) {
            words = Set.of("class", size.group(1) + "gb");
        }
        Set<String> said = words;
        Row row = mostWordsFirst.stream().filter(r -> said.containsAll(r.words())).findFirst().orElse(null);
        Matcher slice = SLICE.matcher(lower);
        double memory = row == null ? Double.NaN
                : slice.find() ? Double.parseDouble(slice.group(2)) * SLICE_SHARE : row.memoryGib();
        memory = Double.isNaN(knownGib) ? memory : knownGib;
        return Double.isNaN(memory) ? Optional.empty() : Optional.of(new Gpu(name, List.of(), memory, memory,
                row == null ? unknown(memory) : row.computeCapability(), 0, 0, 0));
    }

    /** A card of the size of data-centre chips is taken for one; others for a workstation card. */
    private static int unknown(double memoryGib) {
        return memoryGib >= 70 ? 90 : 86;
    }
}
