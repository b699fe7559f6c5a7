package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;

/** Network between the nodes of one replica. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record NetworkSpec(
        @JsonPropertyDescription("EFA asks for the Elastic Fabric Adapter interfaces of the instance type; default plain TCP.")
        Fabric fabric,

        @JsonProperty("interface") @Size(min = 1, max = 15) @Pattern("^[A-Za-z0-9][A-Za-z0-9_.-]*$")
        @JsonPropertyDescription("Network interface for NCCL and Gloo between nodes; default eth0.")
        String interface_) {
}
