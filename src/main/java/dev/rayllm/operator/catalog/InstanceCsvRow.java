package dev.rayllm.operator.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;

/** One line of an instance file. */
record InstanceCsvRow(CSVRecord values, Map<String, Integer> columns, int headerCells) {

    private static final int MOST_GPUS = 1024;
    private static final int LONGEST_NAME = 63;
    private static final int MOST_DISK = 1_000_000;

    /**
     * The machine of this line.
     *
     * @throws IllegalArgumentException when the line cannot be; the message names column and value
     */
    InstanceType read(GpuTable gpus) {
        String name = text("name");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name is empty");
        }
        // Label values have this form; any other could never match a node.
        if (name.length() > LONGEST_NAME || !name.matches("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")) {
            throw new IllegalArgumentException("name '" + cut(name)
                    + "' is no label value (at most 63 letters, digits, . _ -)");
        }
        return new InstanceType(name, gpu(gpus).name(), whole("gpu_count", 1, MOST_GPUS),
                number("cpu_cores", true), number("memory_gib", true), whole("local_disk_gb", 0, Integer.MAX_VALUE),
                whole("efa_count", 0, MOST_GPUS), whole("network_mbps", 0, Integer.MAX_VALUE),
                number("usd_per_hour", false), number("spot_usd_per_hour", false),
                text("node_disk_gib").isEmpty() ? null : Integer.valueOf(whole("node_disk_gib", 1, MOST_DISK)));
    }

    /** What looks wrong in a row that can be. */
    List<String> warnings(InstanceType type) {
        List<String> warnings = new ArrayList<>();
        if (values.size() > headerCells) {
            warnings.add("'" + type.name() + "' has " + values.size() + " cells and the header " + headerCells
                    + ": the further ones are not read; a comma within a value needs quotes");
        }
        if (type.spotUsdPerHour() > type.onDemandUsdPerHour()) {
            warnings.add("'" + type.name() + "' costs more on spot (" + type.spotUsdPerHour() + " USD/h) than on demand ("
                    + type.onDemandUsdPerHour() + "): are the two columns changed over?");
        }
        return warnings;
    }

    private Gpu gpu(GpuTable gpus) {
        String gpu = text("gpu");
        return gpus.find(gpu).orElseThrow(() -> {
            List<String> nearest = gpus.nearest(gpu, 3);
            return new IllegalArgumentException("gpu '" + cut(gpu) + "' is not known; "
                    + (nearest.isEmpty() ? "`rayllm gpus` lists all" : "nearest: " + String.join(", ", nearest)));
        });
    }

    private int whole(String column, int least, int most) {
        String text = text(column);
        if (text.isEmpty() && least == 0) {
            return 0;
        }
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= least && Integer.parseInt(text) <= most) {
            return Integer.parseInt(text);
        }
        throw new IllegalArgumentException(column + " '" + cut(text) + "' is not a whole number between " + least + " and " + Math.min(most, 999_999_999));
    }

    /** An amount above zero. Where it is not needed, an empty field is NaN and 0 a machine that costs nothing more. */
    private double number(String column, boolean needed) {
        String text = text(column);
        if (text.isEmpty() && !needed) {
            return Double.NaN;
        }
        if (text.matches("\\d{1,9}(\\.\\d{1,9})?") && (!needed || Double.parseDouble(text) > 0)) {
            return Double.parseDouble(text);
        }
        throw new IllegalArgumentException(column + " '" + cut(text) + "' is not a number "
                + (needed ? "above 0" : "of 0 or more; leave it empty when not known"));
    }

    private String text(String column) {
        Integer index = columns.get(column);
        return index == null || index >= values.size() ? "" : values.get(index);
    }

    private static String cut(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
