package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;

/** Resources of one gateway pod. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record GatewayResources(
        @Size(min = 1, max = 8) @Pattern("^([1-9][0-9]{0,4}m|[1-9][0-9]{0,2})$")
        @JsonPropertyDescription("CPU request, such as 500m; default 200m. There is no CPU limit.")
        String cpu,

        @Size(min = 1, max = 16) @Pattern("^[1-9][0-9]{0,5}(Mi|Gi)$")
        @JsonPropertyDescription("Memory request and limit, at least 128Mi; default 512Mi. Bodies under way are held in it, each up to 32 MiB: near the limit new requests get 503 in place of a crash.")
        String memory) {
}
