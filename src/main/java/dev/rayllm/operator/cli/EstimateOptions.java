package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.throughput.BreakEven;
import dev.rayllm.operator.plan.throughput.Replica;
import dev.rayllm.operator.plan.throughput.Throughput;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the estimate of speed and cost is asked about. */
final class EstimateOptions {

    /** Dearer tokens are a slip of the finger: the dearest public ones cost a few hundred. */
    private static final double MOST_USD = 100_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--external-price-in", paramLabel = "USD", description = "What a provider takes for a million tokens of"
            + " prompts. With --external-price-out, the plan says from how many tokens a day own replicas are cheaper.")
    private Double priceIn;

    @Option(names = "--external-price-out", paramLabel = "USD", description = "What a provider takes for a million tokens of answers.")
    private Double priceOut;

    @Option(names = "--prompt-share", paramLabel = "SHARE", description = "Share of a typical request that is prompt, above 0 and"
            + " below 1; default 0.75, and 0.25 for models that write long chains of thought.")
    private Double promptShare;

    /** Refuses prices that cannot be, before anything is planned. */
    void check() {
        if ((priceIn == null) != (priceOut == null)) {
            throw new UsageProblem("--external-price-in and --external-price-out go together");
        }
        if (priceIn != null && !(positive(priceIn) && positive(priceOut) && priceIn + priceOut > 0)) {
            throw new UsageProblem("external prices are USD for a million tokens, between 0 and " + (int) MOST_USD + ", and not both 0");
        }
        if (promptShare != null && !(promptShare > 0 && promptShare < 1)) {
            throw new UsageProblem("--prompt-share '" + promptShare + "' is not above 0 and below 1");
        }
    }

    /** Speed at the concurrency of the plan. */
    Throughput throughput(Plan plan) {
        return replica(plan).throughput();
    }

    /** Speed with as many typical requests in flight as cache and engine settings allow; null when the plan asks for as many. */
    Throughput filled(Plan plan) {
        Replica replica = replica(plan);
        int most = replica.most(plan.memory().kvCacheTokens());
        return most <= replica.concurrency() ? null : replica.withConcurrency(most).throughput();
    }

    private Replica replica(Plan plan) {
        return promptShare == null ? plan.replica() : plan.replica().withPromptShare(promptShare);
    }

    /** Against the external prices; null when none are given, or own ones are not known. */
    BreakEven breakEven(Plan plan) {
        int replicas = Math.max(1, plan.scaling().minReplicas());
        double perHour = plan.scaling().minReplicas() == 0 ? plan.cost().perReplicaHour() : plan.cost().minHour();
        return priceIn == null || !(perHour > 0) ? null
                : BreakEven.of(throughput(plan), priceIn, priceOut, perHour, replicas);
    }

    private static boolean positive(double value) {
        return value >= 0 && value <= MOST_USD;
    }
}
