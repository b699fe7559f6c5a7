package dev.rayllm.operator.foreign.karpenter;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/** The cloud's node class; there is no apiVersion here. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodeClassReference(
        String group,
        String kind,
        String name) {
}
