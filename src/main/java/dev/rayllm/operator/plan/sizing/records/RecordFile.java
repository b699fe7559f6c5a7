package dev.rayllm.operator.plan.sizing.records;

import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;

/**
 * A CSV file of records, read row by row: a byte-order mark, CRLF, quotes, empty lines, missing and surplus cells are all accepted.
 * A column that must be there and is not is an {@link IllegalArgumentException} with its name.
 */
public final class RecordFile implements AutoCloseable {

    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true)
            .setIgnoreEmptyLines(true).setAllowMissingColumnNames(true).setIgnoreHeaderCase(true).setTrim(true)
            .setLenientEof(true).setTrailingData(true).setDuplicateHeaderMode(DuplicateHeaderMode.ALLOW_ALL).get();

    private final CSVParser parser;
    private final List<String> header;

    private RecordFile(CSVParser parser) {
        this.parser = parser;
        this.header = parser.getHeaderNames();
    }

    /** Opens a file whose header has at least the given columns. */
    public static RecordFile open(Reader reader, String what, List<String> required) throws IOException {
        PushbackReader unmarked = new PushbackReader(reader, 1);
        int first = unmarked.read();
        if (first >= 0 && first != BYTE_ORDER_MARK) {
            unmarked.unread(first);
        }
        RecordFile file;
        try {
            file = new RecordFile(FORMAT.parse(unmarked));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + ": the header cannot be read: " + e.getMessage(), e);
        }
        List<String> missing = required.stream().filter(c -> file.header.stream().noneMatch(c::equalsIgnoreCase)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(what + " has no column " + String.join(", ", missing));
        }
        return file;
    }

    /** The rows, as they are read. */
    public Stream<StartRecord> records() {
        Iterator<CSVRecord> rows = parser.iterator();
        Iterable<CSVRecord> once = () -> rows;
        return StreamSupport.stream(once.spliterator(), false).map(this::record);
    }

    private StartRecord record(CSVRecord row) {
        Map<String, String> cells = new LinkedHashMap<>(header.size() * 2);
        for (int i = 0; i < header.size() && i < row.size(); i++) {
            cells.putIfAbsent(header.get(i).strip().toLowerCase(Locale.ROOT), row.get(i));
        }
        return new StartRecord(cells);
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
