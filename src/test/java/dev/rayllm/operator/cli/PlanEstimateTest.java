package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Speed and cost as `plan` shows them. */
class PlanEstimateTest {

    private static final String LLAMA = Cli.deployment("chat", "  model: {profile: llama-3.1-8b-instruct}\n"
            + "  workload: {contextLength: 8192, concurrency: 16}\n  hardware: {instanceTypes: [g5.2xlarge]}");

    private static JsonNode first(String... options) throws IOException {
        List<String> call = new ArrayList<>(List.of("plan", "-f", "-", "-o", "json"));
        call.addAll(List.of(options));
        return new ObjectMapper().readTree(Cli.runWith(LLAMA, call.toArray(String[]::new)).done().out()).get(0);
    }

    @Test
    void tableSaysThatItIsAnEstimateAndForWhat() {
        String out = Cli.runWith(LLAMA, "plan", "-f", "-").done().out();
        assertThat(out).containsSubsequence("Cost at list prices", "Speed and cost of tokens: an estimate, not a measurement",
                "workload", "16 requests in flight, each 1536 tokens of prompt and 512 of answer", "one replica", "tokens/s (", "one request",
                "at full use", "USD for a million tokens (", "at 30 % use", "Why").doesNotContain("break-even");
    }

    @Test
    void jsonHasTheSameUnderEstimate() throws IOException {
        JsonNode estimate = first().get("estimate");
        assertThat(estimate.get("note").textValue()).contains("not measured");
        assertThat(estimate.at("/workload/concurrency").intValue()).isEqualTo(16);
        assertThat(estimate.at("/workload/promptTokens").intValue()).isEqualTo(1536);
        assertThat(estimate.at("/workload/answerTokens").intValue()).isEqualTo(512);
        for (String figure : List.of("tokensPerSecond", "answerTokensPerSecond", "answerTokensPerSecondOfRequest", "secondsToFirstToken",
                "usdPerMillionTokens", "usdPerMillionTokensAt30Percent")) {
            JsonNode range = estimate.get(figure);
            assertThat(range.get("low").doubleValue()).as(figure).isPositive().isLessThan(range.get("expected").doubleValue());
            assertThat(range.get("high").doubleValue()).as(figure).isGreaterThan(range.get("expected").doubleValue());
        }
        assertThat(estimate.has("breakEven")).isFalse();
        double full = estimate.at("/usdPerMillionTokens/expected").doubleValue();
        assertThat(estimate.at("/usdPerMillionTokensAt30Percent/expected").doubleValue()).isBetween(3.1 * full, 3.6 * full);
        // USD/h ÷ tokens an hour; both figures are rounded to two digits
        double speed = estimate.at("/tokensPerSecond/expected").doubleValue();
        assertThat(1.212 / 3600 / speed * 1e6).isBetween(0.9 * full, 1.1 * full);
    }

    @Test
    void aFilledReplicaIsFasterAndCheaperThanOneAtTheConcurrencyAskedFor() throws IOException {
        JsonNode estimate = new ObjectMapper().readTree(Cli.runWith(LLAMA.replace("concurrency: 16", "concurrency: 4"), "plan", "-f", "-", "-o",
                "json").done().out()).get(0).get("estimate");
        assertThat(estimate.at("/workload/concurrency").intValue()).isEqualTo(4);
        // 35 568 tokens of cache hold 17 requests of 2048
        assertThat(estimate.at("/filled/concurrency").intValue()).isBetween(15, 20);
        assertThat(estimate.at("/filled/tokensPerSecond/expected").doubleValue())
                .isGreaterThan(2 * estimate.at("/tokensPerSecond/expected").doubleValue());
        assertThat(estimate.at("/filled/usdPerMillionTokens/expected").doubleValue())
                .isLessThan(estimate.at("/usdPerMillionTokens/expected").doubleValue() / 2);
        assertThat(Cli.runWith(LLAMA, "plan", "-f", "-").done().out()).containsPattern("filled +\\d+ tokens/s .* with 17 requests in flight");
    }

    @Test
    void statusHasOneLine() throws IOException {
        assertThat(first().at("/plan/estimate").textValue())
                .matches("about \\d+ tokens/s a replica \\(\\d+ to \\d+\\) at 16 requests in flight, [\\d.]+ USD for a million tokens at full"
                        + " use, [\\d.]+ at 30 %");
    }

    @Test
    void breakEvenAgainstAProvider() throws IOException {
        JsonNode even = first("--external-price-in", "1", "--external-price-out", "5").at("/estimate/breakEven");
        // three quarters at 1 USD and a quarter at 5; 1.212 USD/h × 24 h = 29.09 USD a day buy 14.5 million tokens there
        assertThat(even.get("externalUsdPerMillionTokens").doubleValue()).isEqualTo(2.0);
        assertThat(even.get("ownUsdPerDay").doubleValue()).isEqualTo(29.09);
        assertThat(even.get("tokensPerDay").doubleValue()).isEqualTo(15_000_000);
        assertThat(even.at("/shareOfCapacity/expected").doubleValue()).isBetween(0.05, 0.5);
        assertThat(Cli.runWith(LLAMA, "plan", "-f", "-", "--external-price-in", "1", "--external-price-out", "5").done().out())
                .containsPattern("break-even +15 million tokens a day against 2(\\.0)? USD for a million outside: \\d+ % \\(.*\\) of what the");
        assertThat(Cli.runWith(LLAMA, "plan", "-f", "-", "--external-price-in", "0.01", "--external-price-out", "0.01").done().out())
                .contains("so the provider is cheaper at any load");
    }

    @Test
    void promptShareMovesTheMixAndTheSpeed() throws IOException {
        JsonNode reading = first("--prompt-share", "0.9").get("estimate");
        JsonNode writing = first("--prompt-share", "0.1").get("estimate");
        assertThat(reading.at("/workload/promptTokens").intValue()).isEqualTo(1843);
        assertThat(reading.at("/tokensPerSecond/expected").doubleValue()).isGreaterThan(writing.at("/tokensPerSecond/expected").doubleValue());
    }

    @Test
    void modelsThatThinkWriteMoreThanTheyRead() throws IOException {
        String text = Cli.deployment("r1", "  model: {profile: deepseek-r1-0528-qwen3-8b}\n  workload: {averageTokens: 4000, contextLength: 8192}");
        JsonNode estimate = new ObjectMapper().readTree(Cli.runWith(text, "plan", "-f", "-", "-o", "json").done().out()).get(0).get("estimate");
        assertThat(estimate.at("/workload/promptTokens").intValue()).isEqualTo(1000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --external-price-in 1                             | --external-price-in and --external-price-out go together
            --external-price-in -1 --external-price-out 1     | external prices are USD for a million tokens, between 0 and 100000
            --external-price-in 1e300 --external-price-out 1  | between 0 and 100000
            --external-price-in 0 --external-price-out 0      | and not both 0
            --external-price-in NaN --external-price-out 1    | external prices are USD for a million tokens
            --external-price-in x --external-price-out 1      | Invalid value for option '--external-price-in': 'x' is not a double
            --prompt-share 0                                  | --prompt-share '0.0' is not above 0 and below 1
            --prompt-share 75                                 | is not above 0 and below 1
            """)
    void oddOptionsAreWrongUsage(String options, String message) {
        List<String> call = new ArrayList<>(List.of("plan", "-f", "-"));
        call.addAll(List.of(options.strip().split(" ")));
        assertThat(Cli.runWith(LLAMA, call.toArray(String[]::new)).wrongUsage().err()).contains(message);
    }
}
