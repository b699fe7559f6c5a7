package dev.rayllm.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users' own machine files: odd ones are read as far as they go, and what is skipped is named. */
class InstanceCsvTest {

    private static InstanceCsv.Result read(String text) {
        return InstanceCsv.read(new StringReader(text), Catalog.builtIn().gpus());
    }

    @Test
    void readsAFullRow() {
        InstanceCsv.Result result = read(InstanceCsv.HEADER + "\nrack-7,h100,8,190,1900,30000,0,400000,12.5,4\n");
        assertThat(result.problems()).isEmpty();
        assertThat(result.types()).containsExactly(
                new InstanceType("rack-7", "H100", 8, 190, 1900, 30000, 0, 400000, 12.5, 4));
    }

    @Test
    void optionalColumnsMayBeAbsentOrEmptyAndStandInAnyOrder() {
        InstanceCsv.Result result = read("memory_gib,cpu_cores,gpu,gpu_count,name,rack\n60,14,L4,1,edge-1,B7\n");
        assertThat(result.problems()).isEmpty();
        InstanceType type = result.types().get(0);
        assertThat(type.localDiskGb()).isZero();
        assertThat(type.onDemandUsdPerHour()).isNaN();
        assertThat(type.spotUsdPerHour()).isNaN();
    }

    @Test
    void copesWithByteOrderMarkWindowsLinesQuotesCommentsAndEmptyLines() {
        InstanceCsv.Result result = read("\uFEFF# our rack\r\n\"name\",\"gpu\",\"gpu_count\",\"cpu_cores\",\"memory_gib\"\r\n\r\n"
                + "\"node-a\",\"NVIDIA-A100-SXM4-80GB\", 8 ,100,900\r\n");
        assertThat(result.problems()).isEmpty();
        assertThat(result.types()).extracting(InstanceType::gpu).containsExactly("A100-80GB");
    }

    @Test
    void namesAndSkipsBadRowsAndUsesTheRest() {
        InstanceCsv.Result result = read("name,gpu,gpu_count,cpu_cores,memory_gib,usd_per_hour\n"
                + "good-1,L4,1,14,60,1\n"
                + "bad-gpu,L5,1,14,60,1\n"
                + "no-gpus,L4,0,14,60,1\n"
                + "text,L4,1,many,60,1\n"
                + "free?,L4,1,14,60,1\n"
                + "cheap,L4,1,14,60,-1\n"
                + "short,L4\n"
                + "good-1,L4,2,14,60,1\n"
                + "good-2,L40S,4,14,60,\n");
        assertThat(result.types()).extracting(InstanceType::name).containsExactly("good-1", "good-2");
        assertThat(result.problems()).extracting(InstanceCsv.Problem::line).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(result.problems()).extracting(InstanceCsv.Problem::reason).satisfiesExactly(
                r -> assertThat(r).contains("'L5' is not known", "L4"),
                r -> assertThat(r).contains("gpu_count '0'"),
                r -> assertThat(r).contains("cpu_cores 'many'"),
                r -> assertThat(r).contains("name 'free?'"),
                r -> assertThat(r).contains("usd_per_hour '-1'"),
                r -> assertThat(r).contains("gpu_count ''"),
                r -> assertThat(r).contains("a second time"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'' | no header", "'name,gpu\n' | the header lacks gpu_count, cpu_cores, memory_gib",
        "'# only a comment' | no header", "'a: b\n---\n- c' | the header lacks"})
    void saysWhatTheHeaderLacks(String text, String reason) {
        InstanceCsv.Result result = read(text);
        assertThat(result.types()).isEmpty();
        assertThat(result.problems()).singleElement().satisfies(p -> assertThat(p.reason()).contains(reason, InstanceCsv.HEADER));
    }

    @Test
    void anOpenQuoteEndsTheReadingButKeepsWhatCameBefore() {
        InstanceCsv.Result result = read("name,gpu,gpu_count,cpu_cores,memory_gib\ngood,L4,1,14,60\n\"open,L4,1,14,60\n");
        assertThat(result.types()).extracting(InstanceType::name).containsExactly("good");
        assertThat(result.problems()).singleElement().satisfies(p -> assertThat(p.toString()).startsWith("line 3: not readable"));
    }

    @Test
    void extraRowsJoinAndReplace() {
        InstanceCsv.Result result = read("name,gpu,gpu_count,cpu_cores,memory_gib,usd_per_hour\nrack-7,H100,8,190,1900,0\n"
                + "g5.xlarge,A10G,1,3.9,13,0.7\n");
        InstanceTable table = Catalog.builtIn().withInstances(result.types()).instances();
        assertThat(table.list()).hasSize(55);
        assertThat(table.find("g5.xlarge").orElseThrow().onDemandUsdPerHour()).isEqualTo(0.7);
        assertThat(table.find("rack-7").orElseThrow().onDemandUsdPerHour()).isZero();
        assertThat(Catalog.builtIn().instances().find("g5.xlarge").orElseThrow().onDemandUsdPerHour()).isEqualTo(1.006);
    }

    @Test
    void longGarbageIsRefusedBriefly() {
        InstanceCsv.Result result = read("x".repeat(5_000_000));
        assertThat(result.types()).isEmpty();
        assertThat(result.problems().get(0).reason()).hasSizeLessThan(400);
        assertThat(read("name,gpu,gpu_count,cpu_cores,memory_gib\n" + "9".repeat(100_000) + ",L4,1,1,1\n").problems().get(0).reason())
                .hasSizeLessThan(200);
        assertThat(List.of(read("\0\1\2\3"))).hasSize(1);
    }
}
