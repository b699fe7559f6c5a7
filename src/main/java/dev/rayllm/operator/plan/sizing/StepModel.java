package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import dev.rayllm.operator.catalog.Gpu;
import java.util.ArrayList;
import java.util.List;

/**
 * What does one step read, compute and exchange? Counted from the same tensors as the memory of a replica, so that both agree.
 *
 * <p>A step of <i>b</i> tokens reads every weight once, whatever <i>b</i> is; of <i>E</i> routed experts with <i>k</i> for each token
 * it reads the share that at least one token chose, 1 − (1 − k/E)^b when tokens choose alike and independently. It computes two
 * operations for each weight that a token passes, and those of attention. With tensor parallelism each layer ends both its halves
 * with an all-reduce of the hidden states.
 */
public final class StepModel {

    private static final MemoryModel MEMORY = MemoryModel.standard();
    private static final PartFormats COUNT = PartFormats.plain(2);
    private static final double BYTES_OF_COUNT = 2;

    private final Architecture arch;
    private final Family family;
    private final EngineShape shape;
    private final Split split;
    private final PartFormats formats;
    private final double calibration;
    private final AttentionWork attention;

    /**
     * What one step holds.
     *
     * @param sequences    sequences that get one token each
     * @param length       their length, tokens
     * @param promptTokens tokens of prompts that are read
     * @param promptLength length of those prompts, tokens
     */
    public record Batch(double sequences, double length, double promptTokens, double promptLength) {
    }

    /**
     * The model of one engine.
     *
     * @param known size of the checkpoint, or null
     */
    public StepModel(Architecture arch, ProfileWeights known, EngineShape shape, Gpu gpu) {
        this.arch = arch;
        this.shape = shape;
        this.family = MEMORY.families().of(arch.modelType());
        this.split = Split.of(shape, gpu);
        this.formats = PartFormats.of(arch, family, shape.dtype(), shape.quantization());
        this.calibration = MEMORY.checkpointSize(arch, known).factor();
        this.attention = new AttentionWork(arch, family, shape, formats.plainBytes());
    }

    /** In which numbers the weights are multiplied when the card can. */
    public Arithmetic arithmetic() {
        return switch (formats.method()) {
            case "fp8", "int8", "mxfp8" -> Arithmetic.EIGHT_BIT;
            case "nvfp4" -> Arithmetic.FOUR_BIT;
            default -> Arithmetic.SIXTEEN_BIT;
        };
    }

    /** Bits of one stored weight of the largest part: the routed experts, else the MLP. */
    public double weightBits() {
        return arch.mixtureOfExperts() ? formats.experts().bits() : formats.mlp().bits();
    }

    /** A step for every stage: some tokens of a prompt are read beside one token that is written for each sequence. */
    public List<StepWork> step(Batch batch) {
        Layers layers = Layers.of(arch, family);
        int count = shape.pipelineParallelSize();
        List<StepWork> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(work(layers.stage(count, i), i == count - 1, batch));
        }
        return List.copyOf(all);
    }

    /** The head runs for tokens to be written and not for those of a prompt. */
    private StepWork work(Layers stage, boolean last, Batch batch) {
        double tokens = batch.promptTokens() + batch.sequences();
        double idle = arch.mixtureOfExperts() ? Math.pow(1 - chosenShare(), tokens) : 0;
        double read = stored(stage, last, formats) - idle * routed(stage, formats);
        double body = stored(stage, false, COUNT) - (1 - chosenShare()) * routed(stage, COUNT);
        double head = stored(stage, last, COUNT) - stored(stage, false, COUNT);
        double operations = 2 / BYTES_OF_COUNT * (body * tokens + head * batch.sequences())
                + attention.decodeOperations(stage, batch.length()) * batch.sequences()
                + attention.prefillOperations(stage, batch.promptLength()) * batch.promptTokens();
        double cache = attention.decodeBytes(stage, batch.length()) * batch.sequences();
        boolean alone = shape.tensorParallelSize() == 1;
        return new StepWork(read * calibration, cache, operations, stage.total(), arch.mixtureOfExperts() ? stage.expertLayers() : 0,
                alone ? 0 : 2 * stage.total(), alone ? 0 : tokens * arch.hiddenSize() * formats.plainBytes());
    }

    /** Bytes of a stage's weights on one rank that a step may read: the embedding is looked up, the vision tower left out. */
    private double stored(Layers stage, boolean head, PartFormats parts) {
        return WeightModel.stored(arch, family, stage, false, head, split, parts);
    }

    /** Share of the routed experts that one token uses. */
    private double chosenShare() {
        if (!arch.mixtureOfExperts()) {
            return 1;
        }
        double chosen = arch.numExpertsPerTok() == null ? 1 : arch.numExpertsPerTok();
        return Math.min(1, chosen / arch.numExperts());
    }

    /** Bytes of the routed experts on one rank of a stage. */
    private double routed(Layers stage, PartFormats parts) {
        return arch.mixtureOfExperts() ? stage.expertLayers() * WeightModel.routedExperts(arch, split, parts) : 0;
    }
}
