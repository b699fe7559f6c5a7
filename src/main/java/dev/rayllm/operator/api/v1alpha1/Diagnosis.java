package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** A fault that was recognised in what engine, Ray and Kubernetes say. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Diagnosis(
        @Size(max = 64)
        @JsonPropertyDescription("Name of the fault; docs/diagnosis.md explains each.")
        String code,

        @Size(max = 1024)
        @JsonPropertyDescription("What is wrong.")
        String message,

        @Size(max = 1024)
        @JsonPropertyDescription("What to do about it.")
        String remedy,

        @Size(max = 253)
        @JsonPropertyDescription("A pod that shows it.")
        String pod,

        @Size(max = 40)
        @JsonPropertyDescription("When it was seen first without a break (RFC 3339).")
        String since) {
}
