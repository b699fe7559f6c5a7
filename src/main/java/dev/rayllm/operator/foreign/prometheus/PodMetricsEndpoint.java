package dev.rayllm.operator.foreign.prometheus;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** A named port of the pods that serves metrics. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodMetricsEndpoint(
        String port,
        String path,
        String interval,
        Boolean honorLabels,
        List<Relabeling> relabelings,
        List<Relabeling> metricRelabelings) {
}
