package dev.rayllm.operator.plan.sizing.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rayllm.operator.catalog.VllmVersion;
import dev.rayllm.operator.plan.sizing.CoefficientTable;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import dev.rayllm.operator.plan.sizing.SizingFixtures;
import dev.rayllm.operator.plan.sizing.records.RecordJudge;
import dev.rayllm.operator.plan.sizing.records.StartRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Protects the fitting: it finds the constants behind what was measured, leaves alone what nothing bears on, and is repeatable. */
class FittingTest {

    private static final VllmVersion RELEASE = VllmVersion.parse("0.19.0");
    private static final double NON_TORCH = 0.41;
    private static final double SAMPLER = 15;

    /** Starts whose sampler peak follows another constant than the one at which the fitting begins. */
    private List<Observation> made() {
        RecordJudge judge = new RecordJudge(MemoryModel.standard(), SizingFixtures.configs());
        List<Observation> all = new ArrayList<>();
        for (String model : List.of("Llama-3.1-8B-Instruct", "Qwen3-14B", "Qwen2.5-7B-Instruct", "gemma-2-9b-it")) {
            for (int seqs : List.of(512, 1024, 2048)) {
                StartRecord row = new StartRecord(Map.of("model", model, "gpu", "H100", "tp", "1", "max_model_len", "8192",
                        "vllm_version", "0.19.0", "max_num_seqs", Integer.toString(seqs), "source", model));
                var judged = judge.judge(row);
                double sampler = (SAMPLER + 2) * seqs * judged.arch().vocabSize() / (1L << 30);
                all.add(new Observation(model, judged, 0.1 + sampler, NON_TORCH, Double.NaN, Double.NaN));
            }
        }
        return all;
    }

    @Test
    void findsTheConstantsBehindTheMeasurements() {
        var row = new Fitting(made()).fit().of(RELEASE);
        assertThat(row.nonTorch1()).isCloseTo(NON_TORCH, within(0.01));
        assertThat(row.samplerBytes()).isCloseTo(SAMPLER, within(1.0));
    }

    @Test
    void leavesAloneWhatNothingBearsOn() {
        CoefficientTable start = CoefficientSheet.start().table();
        CoefficientTable fitted = new Fitting(made()).fit();
        assertThat(fitted.of(RELEASE).nonTorch4()).isEqualTo(start.of(RELEASE).nonTorch4());
        assertThat(fitted.of(VllmVersion.parse("0.10.0"))).isEqualTo(start.of(VllmVersion.parse("0.10.0")));
    }

    @Test
    void isRepeatable() {
        assertThat(new Fitting(made()).fit().rows()).isEqualTo(new Fitting(made()).fit().rows());
    }
}
