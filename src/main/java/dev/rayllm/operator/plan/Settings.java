package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.EngineSpec;
import dev.rayllm.operator.api.v1alpha1.HardwareSpec;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.NodesSpec;
import dev.rayllm.operator.api.v1alpha1.RolloutSpec;
import dev.rayllm.operator.api.v1alpha1.ScalingSpec;
import dev.rayllm.operator.api.v1alpha1.WorkloadSpec;
import java.util.List;
import java.util.Map;

/** The blocks of a spec, empty where the user left them out, so that no reader asks for null twice. */
record Settings(WorkloadSpec workload, EngineSpec engine, HardwareSpec hardware, NodesSpec nodes,
        ScalingSpec scaling, RolloutSpec rollout) {

    static Settings of(LlmDeploymentSpec spec) {
        return new Settings(
                spec.workload() != null ? spec.workload() : new WorkloadSpec(null, null, null),
                spec.engine() != null ? spec.engine() : new EngineSpec(null, null, null, null, null, null, null, null,
                        null, null, null, null, null, null, null, null, null, List.of()),
                spec.hardware() != null ? spec.hardware()
                        : new HardwareSpec(List.of(), List.of(), List.of(), List.of(), null),
                spec.nodes() != null ? spec.nodes() : new NodesSpec(null, null, null, null, null, null, List.of(),
                        Map.of(), Map.of()),
                spec.scaling() != null ? spec.scaling() : new ScalingSpec(null, null, null, null, null, null, null,
                        null),
                spec.rollout() != null ? spec.rollout() : new RolloutSpec(null, null, null, null));
    }
}
