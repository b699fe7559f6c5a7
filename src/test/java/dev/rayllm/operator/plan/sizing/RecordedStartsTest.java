package dev.rayllm.operator.plan.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rayllm.operator.plan.sizing.records.Judgement;
import dev.rayllm.operator.plan.sizing.records.OddRecordException;
import dev.rayllm.operator.plan.sizing.records.RecordJudge;
import dev.rayllm.operator.plan.sizing.records.StartRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Protects the agreement with real engines: starts on A10, A10G, H100, H200, L4 and L40S with the figures that they logged. */
class RecordedStartsTest {

    private static final List<String> COLUMNS = List.of("id", "vllm_version", "model", "dtype", "quantization", "gpu", "gpu_mem_gib",
            "n_gpus", "tp", "pp", "max_model_len", "gpu_memory_utilization", "max_num_seqs", "max_num_batched_tokens", "enforce_eager");

    private final RecordJudge judge = new RecordJudge(MemoryModel.standard(), SizingFixtures.configs());

    @TestFactory
    Stream<DynamicTest> agrees() {
        return SizingFixtures.records().stream().map(r -> DynamicTest.dynamicTest(r.text("id"), () -> agrees(r)));
    }

    private void agrees(StartRecord row) throws OddRecordException {
        Judgement judged = judge.judge(row);
        assertThat(judged.supported()).as(judged.reason()).isTrue();
        assertThat(judged.starts()).as("starts: %s", judged.reason()).isEqualTo(row.yes("starts"));
        if (row.has("weights_gib")) {
            double logged = row.number("weights_gib");
            assertThat(judged.estimate().weights()).as("weights").isCloseTo(logged, within(0.01 * logged));
        }
        if (row.has("concurrency")) {
            double logged = row.number("concurrency") * row.number("max_model_len");
            assertThat((double) judged.estimate().kvCacheTokens()).as("tokens").isCloseTo(logged, within(0.08 * logged));
        }
    }

    @Test
    void neitherNamesNorLoggedFiguresDecide() {
        for (StartRecord row : SizingFixtures.records()) {
            Map<String, String> settings = new HashMap<>();
            COLUMNS.forEach(c -> settings.put(c, row.text(c)));
            settings.put("kv_cache_dtype", row.text("kv_cache_dtype"));
            settings.put("id", "another");
            assertThat(judge.judge(new StartRecord(settings)).estimate()).isEqualTo(judge.judge(row).estimate());
        }
    }
}
