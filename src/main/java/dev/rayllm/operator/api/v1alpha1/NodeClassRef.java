package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The cloud's node class that Karpenter uses, of any provider. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodeClassRef(
        @Required @Size(min = 1, max = 253) @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @JsonPropertyDescription("API group, such as karpenter.k8s.aws.")
        String group,

        @Required @Size(min = 1, max = 63) @Pattern("^[A-Z][A-Za-z0-9]*$")
        @JsonPropertyDescription("Kind, such as EC2NodeClass.")
        String kind,

        @Required @Size(min = 1, max = 253) @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @JsonPropertyDescription("Name of the node class.")
        String name) {
}
