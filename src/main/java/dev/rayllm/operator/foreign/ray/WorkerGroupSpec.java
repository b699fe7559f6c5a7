package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.Map;

/** A group of equal workers. {@code replicas} is left out: it belongs to the autoscaler. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record WorkerGroupSpec(
        String groupName,
        Integer minReplicas,
        Integer maxReplicas,
        Integer numOfHosts,
        Map<String, String> rayStartParams,
        PodTemplateSpec template) {
}
