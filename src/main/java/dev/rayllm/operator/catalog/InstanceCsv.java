package dev.rayllm.operator.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads machines from CSV: the built-in table, a file of the command line ({@code --instances}), or a ConfigMap.
 *
 * <p>The first line names the columns, in any order; lines that start with {@code #} are comments. Needed:
 * {@code name} (value of {@code node.kubernetes.io/instance-type}), {@code gpu} (a name or alias of the GPU table),
 * {@code gpu_count}, {@code cpu_cores} and {@code memory_gib} (allocatable, not nominal). Optional, empty for not known:
 * {@code local_disk_gb}, {@code efa_count}, {@code network_mbps}, {@code usd_per_hour}, {@code spot_usd_per_hour},
 * {@code node_disk_gib} (what a node has for pods; {@code local_disk_gb} is a fact of the machine, whoever may use it).
 * A row that cannot be is named and skipped; the others count.
 */
public final class InstanceCsv {

    private static final List<String> NEEDED = List.of("name", "gpu", "gpu_count", "cpu_cores", "memory_gib");
    private static final List<String> OPTIONAL =
            List.of("local_disk_gb", "efa_count", "network_mbps", "usd_per_hour", "spot_usd_per_hour", "node_disk_gib");
    /** The line to start a file with. */
    public static final String HEADER = String.join(",", NEEDED) + "," + String.join(",", OPTIONAL);

    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder()
            .setCommentMarker('#').setTrim(true).setIgnoreEmptyLines(true).get();
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final GpuTable gpus;
    private final List<InstanceType> types = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private long lastLine;
    private int headerCells;

    private InstanceCsv(GpuTable gpus) {
        this.gpus = gpus;
    }

    /** A row that was skipped, or looks wrong: its line (from 1) and the reason. */
    public record Problem(long line, String reason) {

        @Override
        public String toString() {
            return "line " + line + ": " + reason;
        }
    }

    /** The machines of the sound rows, what was skipped, and what was taken although it looks wrong. */
    public record Result(List<InstanceType> types, List<Problem> problems, List<Problem> warnings) {
    }

    /** Reads and closes. Never throws for what the text holds. */
    public static Result read(Reader reader, GpuTable gpus) {
        InstanceCsv csv = new InstanceCsv(gpus);
        try (BufferedReader text = withoutMark(reader); CSVParser parser = FORMAT.parse(text)) {
            csv.rows(parser);
        } catch (IOException | UncheckedIOException | IllegalStateException | IllegalArgumentException e) {
            csv.problems.add(new Problem(csv.lastLine + 1, "not readable as CSV from here on: " + reason(e)));
        }
        return new Result(List.copyOf(csv.types), List.copyOf(csv.problems), List.copyOf(csv.warnings));
    }

    private static BufferedReader withoutMark(Reader reader) throws IOException {
        BufferedReader text = new BufferedReader(reader);
        text.mark(1);
        if (text.read() != BYTE_ORDER_MARK) {
            text.reset();
        }
        return text;
    }

    private void rows(CSVParser parser) {
        Map<String, Integer> columns = null;
        for (CSVRecord row : parser) {
            lastLine = parser.getCurrentLineNumber();
            if (columns == null) {
                columns = columns(row);
                headerCells = row.size();
                if (!columns.keySet().containsAll(NEEDED)) {
                    problems.add(new Problem(lastLine, "the header lacks " + missing(columns) + "; expected: " + HEADER));
                    return;
                }
            } else {
                add(new InstanceCsvRow(row, columns, headerCells));
            }
        }
        if (columns == null) {
            problems.add(new Problem(1, "no header; expected: " + HEADER));
        }
    }

    private void add(InstanceCsvRow row) {
        try {
            InstanceType type = row.read(gpus);
            if (!seen.add(type.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("'" + type.name() + "' stands here a second time");
            }
            types.add(type);
            row.warnings(type).forEach(warning -> warnings.add(new Problem(lastLine, warning)));
        } catch (IllegalArgumentException e) {
            problems.add(new Problem(lastLine, e.getMessage()));
        }
    }

    private static Map<String, Integer> columns(CSVRecord header) {
        Map<String, Integer> columns = new TreeMap<>();
        for (int i = 0; i < header.size(); i++) {
            columns.putIfAbsent(header.get(i).toLowerCase(Locale.ROOT), i);
        }
        return columns;
    }

    private static String missing(Map<String, Integer> columns) {
        return String.join(", ", NEEDED.stream().filter(c -> !columns.containsKey(c)).toList());
    }

    private static String reason(Exception e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.length() <= 200 ? message : message.substring(0, 200) + "…";
    }
}
