package dev.rayllm.operator.foreign.karpenter;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Nodes of a pool. {@code limits} is a flat map of resource to quantity. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodePoolSpec(
        NodeTemplate template,
        Disruption disruption,
        Map<String, Quantity> limits) {
}
