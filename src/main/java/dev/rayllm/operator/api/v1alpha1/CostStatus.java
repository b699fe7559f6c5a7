package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Price of the replicas at list prices. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record CostStatus(
        @Size(max = 24)
        @JsonPropertyDescription("One replica for one hour.")
        String perReplicaHour,

        @Size(max = 24)
        @JsonPropertyDescription("minReplicas for one hour.")
        String minHour,

        @Size(max = 24)
        @JsonPropertyDescription("maxReplicas for one hour.")
        String maxHour,

        @Size(max = 8)
        @JsonPropertyDescription("Currency of the figures.")
        String currency,

        @Size(max = 32)
        @JsonPropertyDescription("Date of the built-in price list; other words for machines that were added, whose prices have no date.")
        String pricesOf,

        @Size(max = 16)
        @JsonPropertyDescription("Which price it is: on-demand, or spot where only spot is accepted and its price is known.")
        String capacityType) {
}
