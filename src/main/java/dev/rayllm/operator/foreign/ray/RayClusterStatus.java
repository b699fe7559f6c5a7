package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/** Workers of a cluster. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RayClusterStatus(
        Integer desiredWorkerReplicas,
        Integer readyWorkerReplicas,
        Integer availableWorkerReplicas,
        Integer minWorkerReplicas,
        Integer maxWorkerReplicas) {
}
