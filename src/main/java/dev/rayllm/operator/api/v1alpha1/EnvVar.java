package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** An environment variable of head and workers. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record EnvVar(
        @Required @Size(min = 1, max = 128) @Pattern("^[A-Za-z_][A-Za-z0-9_]*$")
        @JsonPropertyDescription("Name of the variable.")
        String name,

        @Required @Size(max = 1024)
        @JsonPropertyDescription("Value, as plain text. Never a secret: use tokenSecretRef for tokens.")
        String value) {
}
