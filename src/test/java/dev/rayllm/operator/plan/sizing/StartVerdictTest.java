package dev.rayllm.operator.plan.sizing;

import static dev.rayllm.operator.plan.sizing.SizingFixtures.architecture;
import static dev.rayllm.operator.plan.sizing.SizingFixtures.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.catalog.VllmVersion;
import org.junit.jupiter.api.Test;

/** Protects the reasons of refusals: a user acts on the one that is printed. */
class StartVerdictTest {

    private final MemoryModel model = MemoryModel.standard();

    private String refusal(int length, double utilization, int seqs, double memory, String version) {
        EngineShape shape = new EngineShape(1, 1, false, length, utilization, seqs, 8192, "auto", null, "auto", false,
                VllmVersion.parse(version));
        return model.estimate(architecture("Llama-3.1-8B-Instruct"), null, shape, gpu("any", memory, 89)).refusal();
    }

    @Test
    void weightsThatDoNotFit() {
        assertThat(refusal(8192, 0.9, 256, 14.6, "0.19.0")).startsWith("weights of 14.99 GiB do not fit a GPU of 14.60 GiB");
    }

    @Test
    void noCacheAtAll() {
        assertThat(refusal(8192, 0.6, 256, 22, "0.19.0")).startsWith("no memory is left for the cache: 13.20 GiB budget");
    }

    @Test
    void oneRequestThatIsTooLong() {
        assertThat(refusal(131072, 0.9, 256, 22, "0.19.0")).startsWith("one request of 131072 tokens needs 16.00 GiB of cache");
    }

    @Test
    void aBudgetAboveWhatIsFree() {
        assertThat(refusal(8192, 0.99, 256, 22, "0.19.0")).contains("free at the start");
    }

    @Test
    void warmUpBesideTheBudget() {
        assertThat(refusal(1024, 0.95, 1024, 44.4, "0.16.0")).startsWith("after the cache is taken");
        assertThat(refusal(1024, 0.95, 128, 44.4, "0.16.0")).as("fewer sequences cure it").isNull();
    }

    @Test
    void anEngineThatStarts() {
        assertThat(refusal(8192, 0.9, 256, 22, "0.19.0")).isNull();
    }
}
