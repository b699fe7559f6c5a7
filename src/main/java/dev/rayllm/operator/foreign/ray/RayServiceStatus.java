package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** What KubeRay reports. The sets of words are open. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RayServiceStatus(
        List<Condition> conditions,
        Long observedGeneration,
        Integer numServeEndpoints,
        RayServiceStatuses activeServiceStatus,
        RayServiceStatuses pendingServiceStatus) {
}
