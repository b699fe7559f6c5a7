package dev.rayllm.operator.plan.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Money, with round figures: 1000 tokens a second, of which 750 are read and 250 written, between half and twice of that. */
class TokenCostTest {

    private static final Throughput ROUND = new Throughput(new Workload(16, 1500, 500), 0.5, 0.04, 0.2, 0.5, 2);

    @Test
    void millionTokensAtFullAndAtThirtyPercent() {
        // 3.60 USD an hour ÷ 3 600 000 tokens an hour = 1 USD for a million
        TokenCost cost = new TokenCost(ROUND, 3.6);
        assertThat(cost.usdPerMillion(1)).isEqualTo(new Range(0.5, 1, 2));
        assertThat(cost.usdPerMillion(0.3).expected()).isCloseTo(1 / 0.3, within(1e-9));
    }

    @Test
    void breakEvenIsTheDaysPriceDividedByTheProvidersPrice() {
        // 0.40 USD for a million in, 1.60 out, three in for one out: 0.70. 86.40 USD a day buy 123.4 million tokens there.
        BreakEven even = BreakEven.of(ROUND, 0.4, 1.6, 3.6, 1);
        assertThat(even.usdPerDay()).isCloseTo(86.4, within(1e-9));
        assertThat(even.usdPerMillion()).isCloseTo(0.7, within(1e-9));
        assertThat(even.tokensPerDay()).isCloseTo(86.4 / 0.7 * 1e6, within(1.0));
        // The replica carries 86.4 million a day (43.2 to 172.8).
        assertThat(even.share().expected()).isCloseTo(1 / 0.7, within(1e-9));
        assertThat(even.share().low()).isCloseTo(0.5 / 0.7, within(1e-9));
        assertThat(even.share().high()).isCloseTo(2 / 0.7, within(1e-9));
    }

    @Test
    void severalReplicasCostMoreAndCarryMore() {
        BreakEven two = BreakEven.of(ROUND, 0.4, 1.6, 7.2, 2);
        assertThat(two.tokensPerDay()).isCloseTo(2 * 86.4 / 0.7 * 1e6, within(1.0));
        assertThat(two.share().expected()).isCloseTo(1 / 0.7, within(1e-9));
    }

    @Test
    void summaryIsOneLineThatFitsStatus() {
        assertThat(SpeedSummary.of(ROUND, 3.6)).isEqualTo("about 1000 tokens/s a replica (500 to 2000) at 16 requests in flight,"
                + " 1 USD for a million tokens at full use, 3.3 at 30 %");
        assertThat(SpeedSummary.of(ROUND, Double.NaN)).isEqualTo("about 1000 tokens/s a replica (500 to 2000) at 16 requests in flight");
        Throughput huge = new Throughput(new Workload(100_000, 1e8, 1e8), 1e9, 1, 1, 0.123, 9.87);
        assertThat(SpeedSummary.of(huge, 123456).length()).isLessThan(256);
    }

    @Test
    void figuresHaveTwoDigitsThatCount() {
        assertThat(SpeedSummary.figure(1234)).isEqualTo("1200");
        assertThat(SpeedSummary.figure(0.1234)).isEqualTo("0.12");
        assertThat(SpeedSummary.figure(23.4)).isEqualTo("23");
        assertThat(SpeedSummary.figure(0.000567)).isEqualTo("0.00057");
        assertThat(SpeedSummary.figure(Double.NaN)).isEqualTo("unknown");
    }
}
