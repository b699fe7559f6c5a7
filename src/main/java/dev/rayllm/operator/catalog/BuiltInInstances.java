package dev.rayllm.operator.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of machines that comes with this release. */
final class BuiltInInstances {

    private static final String FILE = "instances-aws.csv";
    private static final Pattern PRICES_OF = Pattern.compile("#\\s*pricesOf:\\s*(\\S+)");

    private BuiltInInstances() {
    }

    static InstanceTable table() {
        InstanceCsv.Result read = InstanceCsv.read(CatalogFiles.text(FILE), GpuTable.builtIn());
        if (!read.problems().isEmpty()) {
            throw new IllegalStateException("catalog/" + FILE + ": " + read.problems());
        }
        return InstanceTable.of(read.types());
    }

    /** Date of the prices, from the comment above the table: it stands where the prices do. */
    static String pricesOf() {
        try (BufferedReader text = new BufferedReader(CatalogFiles.text(FILE))) {
            return text.lines().map(PRICES_OF::matcher).filter(Matcher::find).map(m -> m.group(1)).findFirst()
                    .orElseThrow(() -> new IllegalStateException("catalog/" + FILE + " does not say of when its prices are"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
