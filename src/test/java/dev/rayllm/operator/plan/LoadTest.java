package dev.rayllm.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a replica is sized for and what the autoscaler gives it belong together. */
class LoadTest {

    /**
     * Hand calculation: the target is 20, or four fifths of what was bought where that is more; the maximum is half as much
     * again, and never below what was bought. What the user writes stands.
     */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            -,    -,  -,   20,  30
            8,    -,  -,   20,  30
            32,   -,  -,   25,  37
            100,  -,  -,   80,  120
            1000, -,  -,   800, 1200
            100,  10, -,   10,  100
            100,  -,  60,  59,  60
            100,  -,  21,  20,  21
            -,    50, -,   50,  75
            -,    50, 60,  50,  60
            """)
    void scalingFollowsWhatAReplicaHolds(Integer concurrency, Integer askedTarget, Integer askedMost, int target, int most) {
        String spec = "model: {profile: mistral-7b-instruct}\nhardware: {gpus: [H100]}\n"
                + (concurrency == null ? "" : "workload: {concurrency: " + concurrency + ", averageTokens: 256}\n")
                + "scaling: {maxReplicas: 4" + (askedTarget == null ? "" : ", targetOngoingRequests: " + askedTarget)
                + (askedMost == null ? "" : ", maxOngoingRequests: " + askedMost) + "}\n";
        Plan plan = Deployments.planned(spec);
        assertThat(plan.scaling().targetOngoingRequests()).isEqualTo(target);
        assertThat(plan.scaling().maxOngoingRequests()).isEqualTo(most);
        assertThat(plan.engine().maxNumSeqs()).as("a replica runs what it is given").isGreaterThanOrEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource({"16, ''", "64, 'scaling: {targetOngoingRequests: 64, maxReplicas: 2}'"})
    void aReplicaHoldsItsTargetUnlessTheSpecSaysOtherwise(int held, String scaling) {
        Plan plan = Deployments.planned("model: {profile: mistral-7b-instruct}\nhardware: {gpus: [H100]}\n" + scaling);
        assertThat(plan.engine().concurrency()).isEqualTo(held);
    }
}
