package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Revisions of a deployment: a change of what is applied makes one. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RolloutStatus(
        @JsonPropertyDescription("Number of the revision that is applied.")
        Long revision,

        @JsonPropertyDescription("Number of the newest revision that has served.")
        Long lastGood,

        @Size(max = 16)
        @JsonPropertyDescription("The last ten revisions, newest first. Their specs are kept in ControllerRevisions of the namespace; `rayllm rollback` brings one back.")
        List<RevisionStatus> history) {

    public RolloutStatus {
        history = history == null ? List.of() : List.copyOf(history);
    }
}
