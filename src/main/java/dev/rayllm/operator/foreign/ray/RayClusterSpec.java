package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** Head and worker groups of one Ray cluster. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RayClusterSpec(
        String rayVersion,
        Boolean enableInTreeAutoscaling,
        AutoscalerOptions autoscalerOptions,
        HeadGroupSpec headGroupSpec,
        List<WorkerGroupSpec> workerGroupSpecs) {
}
