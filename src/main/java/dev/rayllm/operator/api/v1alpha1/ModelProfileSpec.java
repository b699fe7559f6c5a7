package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** One row of the profile table: what must be known of a model in order to serve it. */
@JsonClassDescription("One row of the profile table: what must be known of a model in order to serve it.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ModelProfileSpec(
        @Required @Size(min = 1, max = 200) @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$")
        @JsonPropertyDescription("Repository on the model hub that is served when the deployment names no other: owner/name.")
        String id,

        @Size(max = 32)
        @JsonPropertyDescription("Other names by which users find this row. Case and punctuation do not matter.")
        List<@Size(min = 1, max = 200) String> aliases,

        @Required
        @JsonPropertyDescription("Facts of the architecture, named as in Hugging Face's config.json.")
        Architecture architecture,

        @JsonPropertyDescription("Size of the checkpoint, where known; else it is computed from the architecture.")
        ProfileWeights weights,

        @JsonPropertyDescription("Defaults and hints for deployments of this model.")
        ProfileDefaults defaults,

        @Size(max = 32)
        @JsonPropertyDescription("GPU models to choose among when the deployment names none; default: all that fit.")
        List<@Size(min = 1, max = 63) String> gpus,

        @Size(max = 1024)
        @JsonPropertyDescription("What a user should know before serving this model.")
        String notes) {

    public ModelProfileSpec {
        aliases = aliases == null ? List.of() : List.copyOf(aliases);
        gpus = gpus == null ? List.of() : List.copyOf(gpus);
    }
}
