package dev.rayllm.operator.foreign.karpenter;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;

/** What a node must be. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodeTemplateSpec(
        NodeClassReference nodeClassRef,
        List<Requirement> requirements,
        List<Taint> taints,
        String expireAfter,
        String terminationGracePeriod) {
}
