package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.SecurityContext;

/** Settings of the autoscaler beside the head. {@code idleTimeoutSeconds} in seconds. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record AutoscalerOptions(
        String version,
        Integer idleTimeoutSeconds,
        SecurityContext securityContext) {
}
