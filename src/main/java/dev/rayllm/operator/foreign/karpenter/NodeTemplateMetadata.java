package dev.rayllm.operator.foreign.karpenter;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/** Labels that the nodes carry. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodeTemplateMetadata(
        Map<String, String> labels) {
}
