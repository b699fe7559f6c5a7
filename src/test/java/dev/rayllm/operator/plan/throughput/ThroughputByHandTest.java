package dev.rayllm.operator.plan.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.VllmVersion;
import dev.rayllm.operator.plan.sizing.EngineShape;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Follows estimates with pencil and paper. */
class ThroughputByHandTest {

    private static final Percentage CLOSE = Percentage.withPercentage(1);

    static Replica replica(String model, String gpu, int tensor, int stages, int concurrency, int tokens, double promptShare) {
        Gpu card = Catalog.builtIn().gpus().find(gpu).orElseThrow();
        ModelRow row = Catalog.builtIn().models().find(model).orElseThrow();
        EngineShape shape = new EngineShape(tensor, stages, false, 8192, 0.9, 256, card.memoryGib() > 70 ? 8192 : 2048, "auto", null,
                "auto", false, new VllmVersion(0, 19, 0));
        return new Replica(row.spec().architecture(), row.spec().weights(), shape, card, concurrency, tokens, promptShare);
    }

    /**
     * Writing: 15.01 GB of weights and 16 × 1792 × 131 072 = 3.76 GB of cache at 0.76 × 600 GB/s take 41.2 ms;
     * 32 layers × 25 µs and 0.8 ms beside them make 42.8 ms for 16 tokens.
     */
    @Test
    void llama8bOnA10gIsBoundByReading() {
        Throughput speed = replica("llama-3.1-8b-instruct", "A10G", 1, 1, 16, 2048, 0.75).throughput();
        double reading = (15.01e9 + 3.758e9) / (0.76 * 600e9);
        assertThat(reading).isCloseTo(0.04116, within(1e-4));
        assertThat(speed.writeSeconds()).isCloseTo(reading + 32 * 25e-6 + 0.8e-3, CLOSE);
    }

    /**
     * Reading a prompt of 1536 tokens: 2 × 6.98 G × 1536 operations for the matrices, 4 × 32 × 128 × 768 × 32 × 1536 for attention
     * and some for the 16 tokens beside it are 22.3 T operations; at 0.62 × 70 TFLOP/s they take 515 ms. It computes and does not read.
     */
    @Test
    void llama8bOnA10gReadsPromptsBoundByComputing() {
        Throughput speed = replica("llama-3.1-8b-instruct", "A10G", 1, 1, 16, 2048, 0.75).throughput();
        double alone = (2 * 6.9796e9 + 4.0 * 32 * 128 * 768 * 32) * 1536 / (0.62 * 70e12);
        assertThat(speed.secondsToFirstToken().expected()).isCloseTo(alone + 32 * 25e-6 + 0.8e-3, CLOSE);
        // With 16 tokens written beside it: 2 × 7.505 G × 16 operations and their attention more.
        double mixed = alone + (2 * 7.505e9 + 4.0 * 32 * 128 * 1792 * 32) * 16 / (0.62 * 70e12) + 1.6e-3;
        // One step of a request reads its prompt; its 512 tokens take 512 ÷ 16 − 1 = 31 more of the replica's steps.
        double request = mixed + 31 * speed.writeSeconds();
        assertThat(speed.tokensPerSecond().expected()).isCloseTo(2048 / request, CLOSE);
        assertThat(speed.answerTokensPerSecond().expected()).isCloseTo(512 / request, CLOSE);
        assertThat(speed.answerTokensPerSecondOfRequest().expected()).isCloseTo(512 / request / 16, CLOSE);
    }

    /**
     * 70 B in FP8 on 8 × H100: (70.6 GB − embedding, head in 16 bits) ÷ 8 ≈ 8.87 GB and the cache at 0.68 × 3350 GB/s; 160 all-reduces
     * of 16 × 8192 × 2 bytes at 6 µs + 2 × 7/8 × 262 144 ÷ 150 GB/s = 9.06 µs each; 80 × 25 µs + 0.8 ms.
     */
    @Test
    void llama70bOnEightH100PaysForExchanges() {
        Throughput speed = replica("llama-3.3-70b-instruct-fp8", "H100", 8, 1, 16, 2048, 0.75).throughput();
        double weights = ((70.554e9 - 2 * 1.0507e9) + 2 * 1.0507e9) / 8;
        double cache = 16.0 * 1792 * 40_960;
        double exchanges = 160 * (6e-6 + 2.0 * 7 / 8 * 16 * 8192 * 2 / 150e9);
        assertThat(exchanges).isCloseTo(160 * 9.058e-6, within(1e-5));
        assertThat(speed.writeSeconds()).isCloseTo((weights + cache) / (0.68 * 3350e9) + exchanges + 80 * 25e-6 + 0.8e-3, CLOSE);
    }

    @Test
    void twoStagesWorkOnHalfOfTheRequestsEach() {
        Throughput one = replica("llama-3.1-70b-instruct", "H100", 4, 1, 32, 2048, 0.75).throughput();
        Throughput two = replica("llama-3.1-70b-instruct", "H100", 4, 2, 32, 2048, 0.75).throughput();
        // half of the layers with half of the requests: somewhat more than half of the time for half of the tokens
        assertThat(two.writeSeconds()).isBetween(0.45 * one.writeSeconds(), 0.6 * one.writeSeconds());
        assertThat(two.tokensPerSecond().expected()).isBetween(one.tokensPerSecond().expected(), 2 * one.tokensPerSecond().expected());
    }

    @Test
    void longPromptsAreReadInSeveralSteps() {
        // 7000 tokens of prompt in steps of at most 2048 less the 4 that are written: 3.42 steps
        Throughput speed = replica("llama-3.1-8b-instruct", "L4", 1, 1, 4, 8000, 0.875).throughput();
        assertThat(speed.workload().promptTokens()).isEqualTo(7000);
        double operations = (2 * 6.9796e9 + 4.0 * 32 * 128 * 3500 * 32) * 7000;
        double steps = 7000.0 / 2044;
        assertThat(speed.secondsToFirstToken().expected())
                .isCloseTo(operations / (0.62 * 121e12) + steps * (32 * 25e-6 + 0.8e-3), CLOSE);
    }

    @Test
    void workloadsHaveBothPartsHoweverShort() {
        assertThat(Workload.of(1, 2, 0.75)).isEqualTo(new Workload(1, 1, 1));
        assertThat(Workload.of(1, 1, 0.75)).isEqualTo(new Workload(1, 1, 1));
        assertThat(Workload.of(4, 2048, 0.75)).isEqualTo(new Workload(4, 1536, 512));
        assertThat(Workload.of(4, 100, 0.001)).isEqualTo(new Workload(4, 1, 99));
    }
}
