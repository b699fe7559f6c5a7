package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A key of a Secret in the namespace of the deployment. The value is never read into an object we write. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SecretKeyRef(
        @Required @Size(min = 1, max = 253) @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @JsonPropertyDescription("Name of the Secret.")
        String name,

        @Required @Size(min = 1, max = 253) @Pattern("^[-._a-zA-Z0-9]+$")
        @JsonPropertyDescription("Key of the Secret that holds the value.")
        String key) {
}
