package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.catalog.VllmVersion;
import java.util.Comparator;
import java.util.List;

/** The constants of every range of releases; a release gets those of the last range that starts at or before it. */
public final class CoefficientTable {

    private final List<Coefficients> newestFirst;

    public CoefficientTable(List<Coefficients> rows) {
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("no coefficients");
        }
        this.newestFirst = rows.stream().sorted(Comparator.comparing(Coefficients::from).reversed()).toList();
    }

    public Coefficients of(VllmVersion version) {
        for (Coefficients row : newestFirst) {
            if (row.from().compareTo(version) <= 0) {
                return row;
            }
        }
        return newestFirst.get(newestFirst.size() - 1);
    }

    /** All ranges, oldest first. */
    public List<Coefficients> rows() {
        return newestFirst.reversed();
    }
}
