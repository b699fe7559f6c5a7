package dev.rayllm.operator.plan.sizing.records;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One recorded start of an engine: cells by column name. Reading is lenient: an absent column is an empty cell, and a cell that
 * should hold a number and does not says so when it is asked for.
 */
public final class StartRecord {

    /** No size or count of an engine is larger. */
    private static final int MOST = 1_000_000_000;

    private final Map<String, String> cells;

    public StartRecord(Map<String, String> cells) {
        this.cells = cells;
    }

    /** The cell without surrounding blanks; empty when there is none. */
    public String text(String column) {
        String value = cells.get(column);
        return value == null ? "" : value.strip();
    }

    public boolean has(String column) {
        return !text(column).isEmpty();
    }

    public boolean yes(String column) {
        String value = text(column).toLowerCase(Locale.ROOT);
        return value.equals("yes") || value.equals("true") || value.equals("1");
    }

    /** Yes or no; a cell that says neither is refused. */
    public boolean flag(String column) throws OddRecordException {
        String value = text(column).toLowerCase(Locale.ROOT);
        if (!Set.of("", "yes", "no", "true", "false", "1", "0").contains(value)) {
            throw new OddRecordException("column " + column + " is neither yes nor no: '" + shortened(value) + "'");
        }
        return yes(column);
    }

    /** The number in a cell; NaN when it is empty. */
    public double number(String column) throws OddRecordException {
        String value = text(column);
        if (value.isEmpty()) {
            return Double.NaN;
        }
        try {
            double number = Double.parseDouble(value);
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                throw new OddRecordException("column " + column + " is not a finite number: '" + shortened(value) + "'");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new OddRecordException("column " + column + " is not a number: '" + shortened(value) + "'");
        }
    }

    /** The number in a cell, or another when it is empty; numbers below {@code least} are refused. */
    public int whole(String column, int least, int otherwise) throws OddRecordException {
        double value = number(column);
        if (Double.isNaN(value)) {
            return otherwise;
        }
        if (value < least || value > MOST || value != Math.rint(value)) {
            throw new OddRecordException("column " + column + " must be a whole number between " + least + " and " + MOST + ": '"
                    + shortened(text(column)) + "'");
        }
        return (int) value;
    }

    private static String shortened(String value) {
        return value.length() <= 40 ? value : value.substring(0, 40) + "…";
    }
}
