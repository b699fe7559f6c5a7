package dev.rayllm.operator.plan.throughput;

/**
 * How fast one replica is, by estimate.
 *
 * @param workload          what it is busy with
 * @param requestsPerSecond requests that it finishes in a second
 * @param writeSeconds      time of a step that writes one token of every request, s
 * @param firstTokenSeconds time to read the prompt when nothing waits before it, s
 * @param low               lower end of the range to expect, as a factor of the speed
 * @param high              upper end
 */
public record Throughput(Workload workload, double requestsPerSecond, double writeSeconds, double firstTokenSeconds, double low,
        double high) {

    private static final double DAY_SECONDS = 86_400;

    /** Tokens of prompts and answers in a second. */
    public Range tokensPerSecond() {
        return range(requestsPerSecond * workload.tokens());
    }

    /** Tokens of answers in a second. */
    public Range answerTokensPerSecond() {
        return range(requestsPerSecond * workload.answerTokens());
    }

    /** Tokens of the answer that one request gets in a second while all are in flight. */
    public Range answerTokensPerSecondOfRequest() {
        return range(requestsPerSecond * workload.answerTokens() / workload.concurrency());
    }

    /** Seconds to the first token when nothing waits before the prompt. */
    public Range secondsToFirstToken() {
        return new Range(firstTokenSeconds / high, firstTokenSeconds, firstTokenSeconds / low);
    }

    /** Tokens of prompts and answers that a replica carries in a day. */
    public Range tokensPerDay() {
        return range(requestsPerSecond * workload.tokens() * DAY_SECONDS);
    }

    private Range range(double expected) {
        return new Range(expected * low, expected, expected * high);
    }
}
