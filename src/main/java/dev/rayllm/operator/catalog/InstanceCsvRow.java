package dev.rayllm.operator.catalog;

import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;

/** One line of an instance file. */
record InstanceCsvRow(CSVRecord values, Map<String, Integer> columns) {

    private static final int MOST_GPUS = 1024;
    private static final int LONGEST_NAME = 63;

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
                number("usd_per_hour", false), number("spot_usd_per_hour", false));
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
        throw new IllegalArgumentException(column + " '" + cut(text) + "' is not a whole number of " + least + " or more");
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
