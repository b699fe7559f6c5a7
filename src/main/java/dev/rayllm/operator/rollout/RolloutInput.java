package dev.rayllm.operator.rollout;

import dev.rayllm.operator.api.v1alpha1.RolloutStrategy;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.observe.Observation;

/**
 * All that a rollout is decided from.
 *
 * @param rendering    what this generation comes to
 * @param generation   generation of the deployment
 * @param strategy     how a new cluster replaces the old one
 * @param autoRollback whether what failed is replaced by the last revision that served
 * @param gpusPerNode  GPUs of a node of the cheapest type
 * @param untouched    whether only our own tables have changed since the last edit: then nothing moves
 * @param live         the RayService, or null
 * @param pool         the NodePool, or null
 * @param observation  what the cluster shows
 * @param pods         pods of the deployment
 * @param history      revisions so far
 */
public record RolloutInput(Rendering rendering, long generation, RolloutStrategy strategy, boolean autoRollback,
        int gpusPerNode, boolean untouched, RayService live, NodePool pool, Observation observation, int pods,
        History history) {
}
