package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What the operator sees and has decided. Recomputed in full on every pass. */
@JsonClassDescription("What the operator sees and has decided. Recomputed in full on every pass.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record LlmDeploymentStatus(
        @JsonPropertyDescription("Newest generation that was judged and, if accepted, applied.")
        Long observedGeneration,

        @JsonPropertyDescription("One word for where the deployment stands.")
        Phase phase,

        @Size(max = 256)
        @JsonPropertyDescription("Model as the user named it.")
        String model,

        @Size(max = 512)
        @JsonPropertyDescription("Base URL of the OpenAI-compatible API inside the cluster.")
        String endpoint,

        @Size(max = 16)
        @JsonPropertyDescription("Answers to: is the spec accepted, is there capacity, does it move, does it scale, does it serve.")
        List<Condition> conditions,

        @JsonPropertyDescription("Replicas of the model.")
        ReplicaStatus replicas,

        @JsonPropertyDescription("What was chosen, and why.")
        PlanStatus plan,

        @JsonPropertyDescription("Revisions of what was applied, and which of them is good.")
        RolloutStatus rollout,

        @JsonPropertyDescription("What was tried to get nodes.")
        CapacityStatus capacity,

        @Size(max = 8)
        @JsonPropertyDescription("What is wrong, while something is: faults recognised in what engine, Ray and Kubernetes say, the most telling first.")
        List<Diagnosis> diagnosis,

        @JsonPropertyDescription("The gateway and the provider behind it; absent without a fallback.")
        FallbackStatus fallback) {

    public LlmDeploymentStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        diagnosis = diagnosis == null ? List.of() : List.copyOf(diagnosis);
    }

    /** The same with another record of what was tried. */
    public LlmDeploymentStatus withCapacity(CapacityStatus other) {
        return new LlmDeploymentStatus(observedGeneration, phase, model, endpoint, conditions, replicas, plan, rollout,
                other, diagnosis, fallback);
    }
}
