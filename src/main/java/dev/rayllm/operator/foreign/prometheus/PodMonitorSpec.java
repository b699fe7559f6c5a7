package dev.rayllm.operator.foreign.prometheus;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;

/** Which pods are scraped, and how. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodMonitorSpec(
        LabelSelector selector,
        List<PodMetricsEndpoint> podMetricsEndpoints) {
}
