package dev.rayllm.operator.golden;

import dev.rayllm.operator.api.v1alpha1.PlanStatus;
import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.PlanSummary;
import dev.rayllm.operator.validation.Finding;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Plans {@code src/test/resources/plan/<case>/in.yaml}: what comes out stands in {@code plan.yaml}, or in
 * {@code refused.yaml} when it cannot be planned.
 */
class PlanGoldenTest {

    private static final int NEAREST = 6;

    /** A plan as users see it in status, and the decisions that status leaves out. */
    record Planned(PlanStatus status, Plan.WorkerPlan worker, Plan.ScalingPlan scaling, Plan.PoolPlan pool) {
    }

    /** A refusal with the options that came nearest. */
    record Refused(String reason, String field, String message, String remedy, List<RejectedOption> nearest) {
    }

    /** What schema and rules find before anything is planned. */
    record Invalid(List<String> findings) {
    }

    @TestFactory
    Stream<DynamicTest> plans() {
        return GoldenCase.all("plan").stream()
                .map(c -> DynamicTest.dynamicTest(c.name(), () -> c.check(result(c.input()))));
    }

    private static Map<String, String> result(GoldenInput input) {
        if (!input.findings().isEmpty()) {
            return Map.of("refused.yaml", GoldenYaml.of(new Invalid(input.findings().stream().map(Finding::text).toList())));
        }
        return switch (input.outcome()) {
            case Outcome.Planned planned -> Map.of("plan.yaml", GoldenYaml.of(new Planned(
                    PlanSummary.of(planned.plan()), planned.plan().worker(), planned.plan().scaling(),
                    planned.plan().pool())));
            case Outcome.Rejected r -> Map.of("refused.yaml", GoldenYaml.of(new Refused(r.reason().text(), r.field(),
                    r.message(), r.remedy(), r.options().stream().limit(NEAREST).toList())));
        };
    }
}
