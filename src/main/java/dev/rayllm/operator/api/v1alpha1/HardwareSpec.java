package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Which hardware is accepted. Leave out what does not matter. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record HardwareSpec(
        @Size(max = 32)
        @JsonPropertyDescription("Accepted GPU models, in no order; default the profile's, else all that fit. See `rayllm gpus`.")
        List<@Size(min = 1, max = 63) String> gpus,

        @Size(max = 64)
        @JsonPropertyDescription("Accepted instance types; default all that carry an accepted GPU.")
        List<@Size(min = 1, max = 63) @Pattern("^[a-zA-Z0-9][a-zA-Z0-9._-]*$") String> instanceTypes,

        @Size(max = 3)
        @JsonPropertyDescription("Accepted purchase options; default on-demand.")
        List<CapacityType> capacityTypes,

        @Size(max = 16)
        @JsonPropertyDescription("Accepted availability zones; default all.")
        List<@Size(min = 1, max = 63) @Pattern("^[a-zA-Z0-9][a-zA-Z0-9._-]*$") String> zones,

        @JsonPropertyDescription("Network between the nodes of one replica.")
        NetworkSpec network) {

    public HardwareSpec {
        gpus = gpus == null ? List.of() : List.copyOf(gpus);
        instanceTypes = instanceTypes == null ? List.of() : List.copyOf(instanceTypes);
        capacityTypes = capacityTypes == null ? List.of() : List.copyOf(capacityTypes);
        zones = zones == null ? List.of() : List.copyOf(zones);
    }
}
