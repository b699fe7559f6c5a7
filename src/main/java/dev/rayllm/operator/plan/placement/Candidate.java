package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;

/**
 * Hardware and split that one replica could use.
 *
 * @param type               instance type of each node
 * @param gpu                its GPU model
 * @param tensorParallelSize GPUs of one worker
 * @param stages             pipeline stages: nodes of one replica
 */
public record Candidate(InstanceType type, Gpu gpu, int tensorParallelSize, int stages) {

    /** Workers that share one node. */
    public int workersPerNode() {
        return type.gpuCount() / tensorParallelSize;
    }

    /** Nodes that hold a number of replicas. */
    public int nodes(int replicas) {
        return Math.ceilDiv(replicas * stages, workersPerNode());
    }

    /** {@code 1×A10G on g5.xlarge}, or {@code 2×8×H100 on p5.48xlarge}. */
    public String text() {
        return (stages > 1 ? stages + "×" : "") + tensorParallelSize + "×" + gpu.name() + " on " + type.name();
    }
}
