package dev.rayllm.operator.plan.throughput;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.sizing.StepModel;
import dev.rayllm.operator.plan.sizing.StepModel.Batch;

/**
 * One replica, as far as its speed goes.
 *
 * @param model       architecture
 * @param weights     size of the checkpoint, or null
 * @param shape       settings of the engine
 * @param gpu         card; the weakest when several may carry it
 * @param concurrency typical requests in flight
 * @param tokens      tokens of a typical request
 * @param promptShare share of a typical request that is prompt, 0 to 1
 */
public record Replica(Architecture model, ProfileWeights weights, EngineShape shape, Gpu gpu, int concurrency, int tokens,
        double promptShare) {

    /** A replica whose prompts have the usual share. */
    public static Replica of(Architecture model, ProfileWeights weights, EngineShape shape, Gpu gpu, int concurrency, int tokens,
            boolean longOutputs) {
        return new Replica(model, weights, shape, gpu, concurrency, tokens,
                longOutputs ? Workload.PROMPT_SHARE_OF_THINKERS : Workload.PROMPT_SHARE);
    }

    /** The same replica with another share of prompts. */
    public Replica withPromptShare(double share) {
        return new Replica(model, weights, shape, gpu, concurrency, tokens, share);
    }

    /** The same replica with another number of requests in flight. */
    public Replica withConcurrency(int requests) {
        return new Replica(model, weights, shape, gpu, requests, tokens, promptShare);
    }

    /** Typical requests that it has in flight when it is full, with a cache of so many tokens. */
    public int most(long cacheTokens) {
        return (int) Math.clamp(cacheTokens / Math.max(1, tokens), 1, shape.maxNumSeqs());
    }

    /**
     * Its speed when {@code concurrency} requests are always in flight.
     *
     * <p>One that ends makes room for the next, whose prompt is then read in as few steps as {@code max_num_batched_tokens} allows;
     * in each of them every other request still gets its token. All other steps only write. With <i>n</i> steps that read and <i>b</i>
     * requests in a batch, a request takes n × t(read) + max(0, answer ÷ b − n) × t(write) of the replica's time. Pipeline stages
     * work on a batch each at the same time, so the requests are spread over as many batches.
     */
    public Throughput throughput() {
        Workload load = Workload.of(concurrency, tokens, promptShare);
        StepTime time = new StepTime(new StepModel(model, weights, shape, gpu), gpu, shape.tensorParallelSize());
        double batch = Math.max(1, (double) concurrency / shape.pipelineParallelSize());
        double room = Math.max(1, shape.maxNumBatchedTokens() - batch);
        double reading = Math.max(1, load.promptTokens() / room);
        double length = load.lengthWhileWriting();
        double write = time.seconds(new Batch(batch, length, 0, 0));
        double read = time.seconds(new Batch(batch, length, load.promptTokens() / reading, load.promptTokens()));
        double request = reading * read + Math.max(0, load.answerTokens() / batch - reading) * write;
        double alone = reading * time.seconds(new Batch(0, 0, load.promptTokens() / reading, load.promptTokens()));
        CardSpeed speed = CardSpeed.of(gpu);
        return new Throughput(load, 1 / request, write, alone * shape.pipelineParallelSize(), speed.low(), speed.high());
    }
}
