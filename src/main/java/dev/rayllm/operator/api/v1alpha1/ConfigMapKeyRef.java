package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A key of a ConfigMap in the namespace of the deployment. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ConfigMapKeyRef(
        @Required @Size(min = 1, max = 253) @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @JsonPropertyDescription("Name of the ConfigMap.")
        String configMap,

        @Required @Size(min = 1, max = 253) @Pattern("^[-._a-zA-Z0-9]+$")
        @JsonPropertyDescription("Key of the ConfigMap that holds the file.")
        String key) {
}
