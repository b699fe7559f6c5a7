package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** What one replica must carry. This sizes the deployment. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "!has(self.averageTokens) || !has(self.contextLength) || self.averageTokens <= self.contextLength",
        messageExpression = "'workload.averageTokens %d is above workload.contextLength %d: a typical request cannot be longer than the longest'.format([self.averageTokens, self.contextLength])")
public record WorkloadSpec(
        @Min(16) @Max(20_000_000)
        @JsonPropertyDescription("Longest request to serve, prompt and answer together, in tokens (vLLM max_model_len); default the profile's, else the longest that fits.")
        Integer contextLength,

        @Min(1) @Max(4096)
        @JsonPropertyDescription("Requests in flight that one replica holds without preemption; default scaling.targetOngoingRequests where that is set, else 16; fewer where accepted hardware does not hold that.")
        Integer concurrency,

        @Min(1) @Max(20_000_000)
        @JsonPropertyDescription("Tokens of a typical request, prompt and answer; default the smaller of contextLength and 2048.")
        Integer averageTokens) {
}
