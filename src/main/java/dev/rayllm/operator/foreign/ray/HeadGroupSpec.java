package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.Map;

/** The head pod. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record HeadGroupSpec(
        Map<String, String> rayStartParams,
        PodTemplateSpec template) {
}
