package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** The gateway in front of the model, and the provider behind it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record FallbackStatus(
        @Size(max = 512)
        @JsonPropertyDescription("Provider in use: scheme, host, port and path.")
        String provider,

        @Size(max = 256)
        @JsonPropertyDescription("Model name at the provider.")
        String model,

        @JsonPropertyDescription("Share of requests that is meant to go to the provider, in percent.")
        Integer trafficPercent,

        @JsonPropertyDescription("Whether all requests go to the provider now because no replica of the model runs.")
        Boolean diverted,

        @JsonPropertyDescription("First-token limit in force, in seconds.")
        Long firstTokenSeconds,

        @JsonPropertyDescription("Most requests under way at the model, over all gateway pods.")
        Integer maxLocalInFlight,

        @Size(max = 32)
        @JsonPropertyDescription("Gateway pods that are ready and wanted: 2/2.")
        String gateway,

        @Size(max = 32)
        @JsonPropertyDescription("Set once the block was removed from the spec: the gateway is kept until then for callers that still use its name.")
        String removedAfter) {
}
