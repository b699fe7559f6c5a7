package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * What does the sampler's warm-up need after the cache pool is taken?
 *
 * <p>Source: {@code compile_or_warm_up_model} of {@code vllm/v1/worker/gpu_worker.py}, which runs the sampler with
 * {@code max_num_seqs} dummy requests: logits and their sorted copies, for each sequence and vocabulary entry.
 */
final class WarmUpModel {

    private WarmUpModel() {
    }

    static double gib(Architecture arch, EngineShape shape, boolean last, Coefficients c) {
        return last ? Gib.of(c.lateBytes() * shape.maxNumSeqs() * arch.vocabSize()) : 0;
    }
}
