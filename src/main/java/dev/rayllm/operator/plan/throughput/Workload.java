package dev.rayllm.operator.plan.throughput;

/**
 * What one replica is busy with.
 *
 * @param concurrency  requests that are in flight all the time
 * @param promptTokens tokens of the prompt of a typical request
 * @param answerTokens tokens of its answer
 */
public record Workload(int concurrency, double promptTokens, double answerTokens) {

    /** Share of a typical request that is prompt when nothing is said. Chat services record 0.3 (ShareGPT) to 0.9 (Azure's traces). */
    static final double PROMPT_SHARE = 0.75;
    /** The same for models that write long chains of thought. */
    static final double PROMPT_SHARE_OF_THINKERS = 0.25;

    /** Requests of so many tokens, of which a share, 0 to 1, is prompt; both parts have at least one token. */
    public static Workload of(int concurrency, int tokens, double promptShare) {
        double prompt = Math.clamp(Math.rint(tokens * promptShare), 1, Math.max(1, tokens - 1));
        return new Workload(concurrency, prompt, Math.max(1, tokens - prompt));
    }

    /** Prompt and answer. */
    public double tokens() {
        return promptTokens + answerTokens;
    }

    /** Tokens that lie before an average token of the answer. */
    double lengthWhileWriting() {
        return promptTokens + answerTokens / 2;
    }
}
