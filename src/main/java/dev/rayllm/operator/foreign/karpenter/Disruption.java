package dev.rayllm.operator.foreign.karpenter;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** When nodes may be taken away. {@code consolidateAfter} is required up to Karpenter 1.14. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Disruption(
        String consolidationPolicy,
        String consolidateAfter,
        List<DisruptionBudget> budgets) {
}
