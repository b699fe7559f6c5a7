package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ProfileWeights;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.VllmVersion;
import dev.rayllm.operator.plan.sizing.EngineExtras;
import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.sizing.MemoryModel;

/** Applies the memory model to recorded starts. Only settings are read, never what the record measured. */
public final class RecordJudge {

    /** More fit no card: 288 GiB of the leanest cache that models have, some hundred bytes a token. */
    private static final long MOST_TOKENS = 1_000_000_000L;
    /** What records call the engine that releases had before V1 and beside it. */
    private static final String V0_ENGINE = "V0";

    private final MemoryModel model;
    private final ModelConfigs configs;
    private final VisibleMemory gpus = new VisibleMemory();
    private final Releases releases = new Releases();

    public RecordJudge(MemoryModel model, ModelConfigs configs) {
        this.model = model;
        this.configs = configs;
    }

    /** The figures for a record, or why there are none. Never throws for what a record says. */
    public Judgement judge(StartRecord row) {
        String id = row.text("id");
        try {
            return judged(id, row);
        } catch (OddRecordException e) {
            return Judgement.unsupported(id, e.getMessage());
        } catch (ArithmeticException | IllegalArgumentException | NullPointerException e) {
            return Judgement.unsupported(id, "the settings make no sense together: " + e.getMessage());
        }
    }

    private Judgement judged(String id, StartRecord row) throws OddRecordException {
        if (V0_ENGINE.equalsIgnoreCase(row.text("engine"))) {
            throw new OddRecordException("the V0 engine is not modelled: it divides memory otherwise, and no supported release has it");
        }
        ModelConfigs.Row config = configs.find(row.text("model"))
                .orElseThrow(() -> new OddRecordException("no configuration for the model '" + row.text("model") + "'"));
        if (config.problem() != null) {
            throw new OddRecordException(config.problem());
        }
        if (row.number("gpu_mem_gib") <= 0) {
            throw new OddRecordException("gpu_mem_gib is not above 0: " + row.text("gpu_mem_gib"));
        }
        Gpu gpu = gpus.find(row.text("gpu"), row.number("gpu_mem_gib"))
                .orElseThrow(() -> new OddRecordException("the GPU is not given or not known: '" + row.text("gpu") + "'"));
        Formats.quantisation(row.text("quantization"));
        row.whole("block_size", 1, 1);
        Architecture arch = Builds.quantised(config.architecture(), config.model(), row);
        EngineShape shape = shape(row, arch, gpu);
        Divisibility.check(arch, shape);
        MemoryEstimate estimate = model.estimate(arch, known(config, arch), shape, gpu);
        if (!Double.isFinite(estimate.weights()) || !Double.isFinite(estimate.kvCache()) || estimate.kvCacheTokens() > MOST_TOKENS) {
            throw new OddRecordException("the sizes of the model are too small or too large to be those of one");
        }
        return new Judgement(id, Forks.refusal(row, estimate), estimate, arch, shape, gpu);
    }

    private EngineShape shape(StartRecord row, Architecture arch, Gpu gpu) throws OddRecordException {
        VllmVersion version = releases.of(row.text("vllm_version"), row.text("date"));
        int gpus = row.whole("n_gpus", 1, 1);
        if (!row.has("tp") && gpus != 1) {
            throw new OddRecordException("the parallel sizes are not given");
        }
        int length = row.whole("max_model_len", 1, -1);
        if (length < 0) {
            throw new OddRecordException("the context length is not given");
        }
        double utilization = row.number("gpu_memory_utilization");
        if (utilization <= 0 || utilization > 1) {
            throw new OddRecordException("gpu_memory_utilization is not above 0 and at most 1: " + utilization);
        }
        int seqs = row.whole("max_num_seqs", 1, EngineDefaults.maxNumSeqs(gpu, version));
        int batched = row.whole("max_num_batched_tokens", 1, Math.max(seqs, EngineDefaults.maxNumBatchedTokens(gpu, version)));
        return new EngineShape(row.whole("tp", 1, 1), row.whole("pp", 1, 1), row.flag("ep"), length,
                Double.isNaN(utilization) ? model.defaultUtilization(version) : utilization, seqs, batched, Formats.dtype(row.text("dtype")),
                asked(row, arch), Formats.cache(row), row.flag("enforce_eager"), version, extras(row));
    }

    /** The size of the checkpoint, when the record ran the very build of the row. */
    private static ProfileWeights known(ModelConfigs.Row config, Architecture arch) {
        return arch != config.architecture() || Double.isNaN(config.checkpointGib()) ? null
                : new ProfileWeights((long) (config.checkpointGib() * (1L << 30)), null);
    }

    private static EngineExtras extras(StartRecord row) throws OddRecordException {
        EngineExtras flags = EngineFlags.read(row.text("other_flags"));
        int nodes = row.whole("nodes", 1, 1);
        int perNode = Math.max(1, row.whole("n_gpus", 1, 1) / nodes);
        int reach = (row.whole("tp", 1, 1) + perNode - 1) / perNode;
        return new EngineExtras(row.whole("dp", 1, 1), flags.decodeContextParallelSize(), nodes > 1 ? reach : 1,
                flags.maxCaptureSize(), flags.graphEstimate());
    }

    private static String asked(StartRecord row, Architecture arch) {
        QuantizationConfig stored = arch.quantizationConfig();
        return stored == null || row.text("quantization").isEmpty() ? null : stored.quantMethod();
    }
}
