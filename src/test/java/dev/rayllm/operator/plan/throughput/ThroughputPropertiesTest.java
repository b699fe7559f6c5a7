package dev.rayllm.operator.plan.throughput;

import static dev.rayllm.operator.plan.throughput.ThroughputByHandTest.replica;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.ModelRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold of every model on every card, whatever the constants are. */
class ThroughputPropertiesTest {

    private static final double[] SHARES = {0.1, 0.5, 0.9};

    static java.util.List<String> models() {
        return Catalog.builtIn().models().list().stream().map(ModelRow::name).toList();
    }

    private static double speed(Replica replica) {
        return replica.throughput().tokensPerSecond().expected();
    }

    @ParameterizedTest
    @MethodSource("models")
    void figuresAreFiniteAndInOrder(String model) {
        for (Gpu gpu : Catalog.builtIn().gpus().list()) {
            for (double share : SHARES) {
                Throughput t = replica(model, gpu.name(), 1, 1, 16, 2048, share).throughput();
                for (Range range : new Range[] {t.tokensPerSecond(), t.answerTokensPerSecond(), t.secondsToFirstToken(),
                    t.answerTokensPerSecondOfRequest(), t.tokensPerDay(), new TokenCost(t, 2).usdPerMillion(0.3)}) {
                    assertThat(range.low()).isFinite().isPositive();
                    assertThat(range.expected()).isFinite().isGreaterThan(range.low());
                    assertThat(range.high()).isFinite().isGreaterThan(range.expected());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void everySplitHasASpeed(String model) {
        for (int tensor : new int[] {1, 2, 8}) {
            for (int stages : new int[] {1, 2, 3}) {
                for (int concurrency : new int[] {1, 2, 7, 500}) {
                    assertThat(speed(replica(model, "H100", tensor, stages, concurrency, 2048, 0.75))).isFinite().isPositive();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void moreRequestsInFlightNeverLowerTheSpeedOfAReplicaNorRaiseThatOfARequest(String model) {
        double before = 0;
        double each = Double.MAX_VALUE;
        for (int concurrency : new int[] {1, 2, 4, 8, 16, 32, 64, 128}) {
            Throughput t = replica(model, "H200", 1, 1, concurrency, 2048, 0.75).throughput();
            assertThat(t.tokensPerSecond().expected()).as("%s at %d", model, concurrency).isGreaterThanOrEqualTo(before * 0.999);
            assertThat(t.answerTokensPerSecondOfRequest().expected()).isLessThanOrEqualTo(each * 1.001);
            before = t.tokensPerSecond().expected();
            each = t.answerTokensPerSecondOfRequest().expected();
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void longerRequestsOfTheSameMixGiveFewerTokensOnceTheCacheWeighs(String model) {
        assertThat(speed(replica(model, "H200", 1, 1, 64, 30_000, 0.2))).isLessThan(speed(replica(model, "H200", 1, 1, 64, 2048, 0.2)));
    }

    @Test
    void aFasterCardIsFaster() {
        assertThat(speed(replica("llama-3.1-8b-instruct", "L4", 1, 1, 16, 2048, 0.75)))
                .isLessThan(speed(replica("llama-3.1-8b-instruct", "L40S", 1, 1, 16, 2048, 0.75)));
        assertThat(speed(replica("llama-3.1-8b-instruct", "A100-80GB", 1, 1, 16, 2048, 0.75)))
                .isLessThan(speed(replica("llama-3.1-8b-instruct", "H100", 1, 1, 16, 2048, 0.75)));
        assertThat(speed(replica("llama-3.1-8b-instruct", "H100", 1, 1, 16, 2048, 0.75)))
                .isLessThan(speed(replica("llama-3.1-8b-instruct", "H200", 1, 1, 16, 2048, 0.75)));
    }

    @Test
    void tensorParallelismHelpsLessThanItsCardsAndHardlyWithoutLinks() {
        double one = speed(replica("qwen2.5-32b-instruct", "H100", 1, 1, 16, 2048, 0.75));
        double four = speed(replica("qwen2.5-32b-instruct", "H100", 4, 1, 16, 2048, 0.75));
        assertThat(four).isBetween(1.5 * one, 4 * one);
        double oneWithout = speed(replica("qwen2.5-32b-instruct", "L40S", 1, 1, 16, 2048, 0.75));
        double fourWithout = speed(replica("qwen2.5-32b-instruct", "L40S", 4, 1, 16, 2048, 0.75));
        assertThat(fourWithout / oneWithout).isLessThan(four / one);
    }
}
