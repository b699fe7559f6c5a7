package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A toleration that workers get beside the one for nvidia.com/gpu. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "!has(self.operator) || self.operator != 'Exists' || !has(self.value)",
        messageExpression = "\"nodes.tolerations: operator Exists takes no value, and value is '\" + self.value + \"': remove it or use operator Equal\"")
@ValidationRule(value = "has(self.key) || (has(self.operator) && self.operator == 'Exists')",
        message = "nodes.tolerations: a toleration without key must have operator Exists (it then tolerates every taint): add key or set operator Exists")
public record Toleration(
        @Size(min = 1, max = 317)
        @Pattern("^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$")
        @JsonPropertyDescription("Taint key, such as team or example.com/team; none with operator Exists tolerates all.")
        String key,

        @JsonPropertyDescription("Equal (default) or Exists.")
        TolerationOperator operator,

        @Size(max = 63) @Pattern("^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$")
        @JsonPropertyDescription("Taint value, with operator Equal.")
        String value,

        @JsonPropertyDescription("Taint effect; default all.")
        TaintEffect effect) {
}
