package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** What is served, for which workload, on which hardware. */
@JsonClassDescription("What is served, for which workload, on which hardware.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record LlmDeploymentSpec(
        @Required
        @JsonPropertyDescription("Which model is served, and where its weights come from.")
        ModelSpec model,

        @JsonPropertyDescription("What one replica must carry. This sizes the deployment.")
        WorkloadSpec workload,

        @JsonPropertyDescription("Overrides of the engine. Leave out what should be chosen.")
        EngineSpec engine,

        @JsonPropertyDescription("Which hardware is accepted.")
        HardwareSpec hardware,

        @JsonPropertyDescription("The nodes that workers run on.")
        NodesSpec nodes,

        @JsonPropertyDescription("How many replicas serve, and when that changes.")
        ScalingSpec scaling,

        @JsonPropertyDescription("How a change reaches what runs.")
        RolloutSpec rollout,

        @JsonPropertyDescription("Metrics, alerts and a dashboard, for clusters with the Prometheus operator.")
        MonitoringSpec monitoring,
        @JsonPropertyDescription("An OpenAI-compatible provider that answers when the model does not, behind a gateway in front of both.")
        FallbackSpec fallback,

        @JsonPropertyDescription("True frees every GPU and keeps this object; false brings the same deployment back.")
        Boolean suspend) {
}
