package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.VllmVersion;

/**
 * What does one replica of a model need on each GPU, and does the engine start? Pure arithmetic over an architecture, an engine's
 * settings and a GPU; the terms are answered by {@link WeightModel}, {@link ActivationModel}, {@link NonTorchModel},
 * {@link GraphModel}, {@link WarmUpModel}, {@link KvCacheModel} and {@link StartVerdict}.
 */
public final class MemoryModel {

    private static final double FLOAT32_RATIO = 1.7;

    private final CoefficientTable coefficients;
    private final Families families;

    public MemoryModel(CoefficientTable coefficients) {
        this.coefficients = coefficients;
        this.families = SizingData.families();
    }

    /** The model with the constants that come with this release. */
    public static MemoryModel standard() {
        return Standard.MODEL;
    }

    /** Memory of the GPU that limits the replica: with pipeline stages, of the stage whose cache holds the fewest tokens. */
    public MemoryEstimate estimate(Architecture arch, ProfileWeights weights, EngineShape shape, Gpu gpu) {
        Terms terms = new Terms(arch, weights, shape, gpu);
        MemoryEstimate limiting = terms.stage(0);
        for (int i = 1; i < shape.pipelineParallelSize(); i++) {
            MemoryEstimate stage = terms.stage(i);
            if (stage.kvCacheTokens() < limiting.kvCacheTokens()
                    || stage.kvCacheTokens() == limiting.kvCacheTokens() && stage.kvCache() < limiting.kvCache()) {
                limiting = stage;
            }
        }
        return limiting;
    }

    /** GiB of cache on one GPU that a request of so many tokens takes. */
    public double requestGib(Architecture arch, EngineShape shape, long tokens) {
        Family family = families.of(arch.modelType());
        Coefficients c = coefficients.of(shape.vllmVersion());
        double plainBytes = PartFormats.plainBytes(shape.dtype());
        Layers layers = Layers.of(arch, family);
        double most = 0;
        for (int i = 0; i < shape.pipelineParallelSize(); i++) {
            KvCacheModel cache = KvCacheModel.of(arch, family, layers.stage(shape.pipelineParallelSize(), i), shape, plainBytes, c);
            most = Math.max(most, cache.requestGib(tokens, shape.maxNumBatchedTokens()));
        }
        return most;
    }

    /** GiB of the checkpoint as the architecture says it is stored. */
    public double checkpointGib(Architecture arch) {
        Family family = families.of(arch.modelType());
        return Gib.of(WeightModel.checkpoint(arch, family, Layers.of(arch, family), PartFormats.of(arch, family, "auto", null)));
    }

    /** The known size of a checkpoint beside the one that its architecture makes. */
    public CheckpointSize checkpointSize(Architecture arch, ProfileWeights known) {
        double listed = known == null || known.bytes() == null ? Double.NaN : Gib.of(known.bytes());
        double computed = checkpointGib(arch);
        if (Double.isNaN(listed)) {
            return new CheckpointSize(listed, computed, computed);
        }
        // The engine loads files in float32 in 16 bits.
        boolean wide = "float32".equals(arch.torchDtype()) && listed > FLOAT32_RATIO * computed;
        Family family = families.of(arch.modelType());
        double least = Gib.of(WeightModel.checkpoint(arch, family, Layers.of(arch, family), PartFormats.of(arch, family, "auto", null).least()));
        return new CheckpointSize(wide ? listed / 2 : listed, computed, Math.min(least, computed));
    }

    Families families() {
        return families;
    }

    /** What {@code gpu_memory_utilization} is when nothing is said. */
    public double defaultUtilization(VllmVersion version) {
        return coefficients.of(version).utilization();
    }

    /** The constants that this model uses. */
    public CoefficientTable coefficients() {
        return coefficients;
    }

    /** What the stages of one replica have in common. */
    private final class Terms {
        private final Architecture arch;
        private final EngineShape shape;
        private final Gpu gpu;
        private final Family family;
        private final Layers layers;
        private final Split split;
        private final PartFormats formats;
        private final Coefficients c;
        private final double calibration;

        Terms(Architecture arch, ProfileWeights known, EngineShape shape, Gpu gpu) {
            this.arch = arch;
            this.shape = shape;
            this.gpu = gpu;
            this.family = families.of(arch.modelType());
            this.layers = Layers.of(arch, family);
            this.split = Split.of(shape, gpu);
            this.formats = PartFormats.of(arch, family, shape.dtype(), shape.quantization());
            this.c = coefficients.of(shape.vllmVersion());
            this.calibration = checkpointSize(arch, known).factor();
        }

        MemoryEstimate stage(int index) {
            int stages = shape.pipelineParallelSize();
            Layers stage = layers.stage(stages, index);
            boolean last = index == stages - 1;
            double weights = Gib.of(WeightModel.stored(arch, family, stage, index == 0, last, split, formats) * calibration
                    + WeightModel.derived(arch, family, stage, split, formats));
            double activation = ActivationModel.gib(arch, family, split, shape, last, formats, c);
            double nonTorch = NonTorchModel.gib(shape, gpu, c);
            double graphs = GraphModel.gib(arch, shape, stage, c);
            boolean inBudget = c.graphsInBudget() && shape.extras().graphEstimate();
            double budget = gpu.memoryGib() * shape.gpuMemoryUtilization();
            double pool = budget - weights - activation - nonTorch - (inBudget ? graphs : 0);
            KvCacheModel cache = KvCacheModel.of(arch, family, stage, shape, formats.plainBytes(), c);
            MemoryEstimate open = new MemoryEstimate(gpu.memoryGib(), budget, weights, activation, nonTorch, graphs, inBudget,
                    WarmUpModel.gib(arch, shape, last, c), pool, cache.tokens(pool, shape.maxModelLen(), shape.maxNumBatchedTokens()),
                    cache.requestGib(shape.maxModelLen(), shape.maxNumBatchedTokens()), null);
            return open.refusedFor(StartVerdict.refusal(open, shape, family.uncertainty()));
        }
    }

    /** Read once, when first asked for. */
    private static final class Standard {
        static final MemoryModel MODEL = new MemoryModel(SizingData.coefficients());
    }
}
