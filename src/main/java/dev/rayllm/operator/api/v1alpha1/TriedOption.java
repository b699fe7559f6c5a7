package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Hardware for which no node came in time. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TriedOption(
        @Size(max = 64)
        @JsonPropertyDescription("GPU model; all instance types with it are left out.")
        String gpu,

        @Size(max = 64)
        @JsonPropertyDescription("Instance types that were tried.")
        List<@Size(max = 63) String> instanceTypes,

        @Size(max = 64)
        @JsonPropertyDescription("Reason of the condition CapacityReady at the time.")
        String reason,

        @Size(max = 64)
        @JsonPropertyDescription("When it was given up.")
        String time) {

    public TriedOption {
        instanceTypes = instanceTypes == null ? List.of() : List.copyOf(instanceTypes);
    }
}
