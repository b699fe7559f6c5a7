package dev.rayllm.operator.plan.throughput;

import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.plan.sizing.Arithmetic;
import dev.rayllm.operator.plan.sizing.SizingData;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/**
 * Which share of its data sheet does a card reach, and how fast do cards of one node talk? A row of {@code sizing/card-speeds.csv},
 * which says where each figure is from.
 *
 * @param capability   first CUDA compute capability, times ten, for which the row counts
 * @param read         share of the memory bandwidth that 16-bit weights are read with
 * @param readPacked   the same for weights of 8 bits and less
 * @param compute      share of the 16-bit operations that a large matrix product reaches
 * @param computeEight the same of the 8-bit operations
 * @param linkMicros   time of an all-reduce of few bytes, µs
 * @param linkGBs      bytes that an all-reduce moves through a card, GB/s (10⁹)
 * @param low          lower end of the range to expect, as a factor of the estimate
 * @param high         upper end
 */
record CardSpeed(int capability, double read, double readPacked, double compute, double computeEight, double linkMicros,
        double linkGBs, double low, double high) {

    private static final List<CardSpeed> ROWS = SizingData.rows("card-speeds.csv", CardSpeed::read);
    private static final double MICRO = 1e-6;
    private static final double GIGA = 1e9;
    private static final double TERA = 1e12;
    /** Bits of a weight up to which {@code readPacked} counts. */
    private static final double PACKED_BITS = 8;

    /** The last row that starts at or before the card's compute capability; the first for older cards. */
    static CardSpeed of(Gpu gpu) {
        CardSpeed found = ROWS.getFirst();
        for (CardSpeed row : ROWS) {
            found = row.capability <= gpu.computeCapability() ? row : found;
        }
        return found;
    }

    /** Bytes a second that weights of so many bits are read with. */
    double bytesPerSecond(Gpu gpu, double weightBits) {
        return gpu.bandwidthGBs() * GIGA * (weightBits <= PACKED_BITS ? readPacked : read);
    }

    /** Operations a second of large matrix products. The table of cards has no 4-bit figure: such products count as 8-bit ones. */
    double operationsPerSecond(Gpu gpu, Arithmetic arithmetic) {
        boolean eight = arithmetic != Arithmetic.SIXTEEN_BIT && gpu.fp8Tflops() > 0;
        return TERA * (eight ? gpu.fp8Tflops() * computeEight : gpu.bf16Tflops() * compute);
    }

    /** Seconds of one all-reduce among some cards: 2 (n − 1) / n of the bytes pass each of them. */
    double exchangeSeconds(double bytes, int cards) {
        return linkMicros * MICRO + 2.0 * (cards - 1) / cards * bytes / (linkGBs * GIGA);
    }

    private static CardSpeed read(CSVRecord row) {
        return new CardSpeed(Integer.parseInt(row.get("capability")), number(row, "read"), number(row, "read_packed"),
                number(row, "compute"), number(row, "compute_eight"), number(row, "link_micros"), number(row, "link_gbs"),
                number(row, "low"), number(row, "high"));
    }

    private static double number(CSVRecord row, String column) {
        return Double.parseDouble(row.get(column));
    }
}
