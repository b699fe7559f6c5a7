package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.plan.sizing.EngineShape;

/** Parallel sizes that the engine refuses before it looks at memory. */
final class Divisibility {

    private Divisibility() {
    }

    static void check(Architecture arch, EngineShape shape) throws OddRecordException {
        int tensor = shape.tensorParallelSize();
        if (arch.numAttentionHeads() % tensor != 0) {
            throw new OddRecordException(arch.numAttentionHeads() + " heads cannot be divided by tensor parallel size " + tensor);
        }
        if (shape.pipelineParallelSize() > arch.numHiddenLayers()) {
            throw new OddRecordException(arch.numHiddenLayers() + " layers cannot be given to " + shape.pipelineParallelSize()
                    + " stages");
        }
    }
}
