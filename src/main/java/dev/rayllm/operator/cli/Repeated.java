package dev.rayllm.operator.cli;

import dev.rayllm.operator.validation.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects that are in the input more than once: on a cluster the last would silently take the place of the others. */
final class Repeated {

    private Repeated() {
    }

    /** The same entries, each that repeats an earlier object refused with a finding that says where that one is. */
    static List<Entry> marked(List<Entry> entries) {
        Map<List<String>, Entry> seen = new HashMap<>();
        return entries.stream().map(entry -> {
            if (entry.name().isEmpty()) {
                return entry;
            }
            Entry first = seen.putIfAbsent(List.of(entry.kind(), entry.namespace(), entry.name()), entry);
            return first == null ? entry : marked(entry, first);
        }).toList();
    }

    private static Entry marked(Entry entry, Entry first) {
        List<Finding> findings = new ArrayList<>(entry.findings());
        findings.add(new Finding(entry.file(), entry.document(), entry.name(), "metadata.name", "is a second " + entry.kind()
                + " of this name" + (entry.namespace().isEmpty() ? "" : " in namespace " + entry.namespace())
                + "; the first is document " + first.document() + " of " + first.file() + ": rename or remove one"));
        return new Entry(entry.file(), entry.document(), entry.kind(), entry.namespace(), entry.name(), null, null,
                findings);
    }
}
