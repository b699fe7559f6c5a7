package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/** One Ray cluster of a service with its applications. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RayServiceStatuses(
        String rayClusterName,
        RayClusterStatus rayClusterStatus,
        Map<String, ApplicationStatus> applicationStatuses) {
}
