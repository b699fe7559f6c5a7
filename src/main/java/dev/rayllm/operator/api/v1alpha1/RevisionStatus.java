package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** One revision and what became of it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RevisionStatus(
        @Required
        @JsonPropertyDescription("1 for the first. A revision that comes back gets a new number.")
        Long revision,

        @JsonPropertyDescription("Generation of the object that was last applied as this revision.")
        Long generation,

        @Size(max = 64)
        @JsonPropertyDescription("Hash of what was applied: two generations that come to the same children share it.")
        String hash,

        @Size(max = 40)
        @JsonPropertyDescription("When it was last applied (RFC 3339).")
        String since,

        @Size(max = 16)
        @JsonPropertyDescription("Pending, Served or Failed.")
        String outcome,

        @Size(max = 1024)
        @JsonPropertyDescription("Why it failed.")
        String reason) {
}
