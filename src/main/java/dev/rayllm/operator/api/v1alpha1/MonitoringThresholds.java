package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** From which values on an alert is raised; each field belongs to one alert of docs/alerts.md. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MonitoringThresholds(
        @Min(50) @Max(600_000)
        @JsonPropertyDescription("LlmFirstTokenSlow: 95th percentile of the time to the first token, in milliseconds; default 5000.")
        Integer firstTokenMilliseconds,

        @Min(1) @Max(100)
        @JsonPropertyDescription("LlmErrors: share of HTTP requests that end with a 5xx code, in percent; default 5.")
        Integer errorPercent,

        @Min(50) @Max(100)
        @JsonPropertyDescription("LlmKvCacheFull: use of the KV cache of the fullest replica, in percent, while requests are preempted; default 95.")
        Integer kvCachePercent,

        @Min(0) @Max(1_000_000)
        @JsonPropertyDescription("LlmQueueAtMaxReplicas: requests that wait although maxReplicas are wanted; default 10.")
        Integer waitingRequests,

        @Min(1) @Max(1000)
        @JsonPropertyDescription("LlmRestartLoop: replicas started in an hour beyond those wanted at once; default 5.")
        Integer replicaStartsPerHour,

        @Min(1) @Max(1440)
        @JsonPropertyDescription("LlmCapacityMissing: minutes that nodes for wanted replicas may take to come; default 20.")
        Integer capacityMinutes,

        @Min(1) @Max(1440)
        @JsonPropertyDescription("LlmPaidNotServing: minutes that GPU workers may run with no ready replica; default 15 more than rollout.startupDeadline.")
        Integer paidNotServingMinutes) {
}
