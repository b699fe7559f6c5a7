package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;

/**
 * Which bytes of weights stand on one rank?
 *
 * <p>Counted tensor by tensor as vLLM's layers create them ({@code vllm/model_executor/layers/linear.py},
 * {@code vocab_parallel_embedding.py}, {@code fused_moe/layer.py}): column- and row-parallel matrices are divided by the tensor
 * parallel size, key-value heads are copied where there are fewer heads than ranks, the vocabulary is padded to 64, routers, norms
 * and compressed projections of MLA stand whole on every rank. What the engine logs as "Model loading took" includes the rotary
 * tables and, for MLA, the 16-bit copies of the up-projections.
 */
final class WeightModel {

    private static final int VOCABULARY_PADDING = 64;

    private WeightModel() {
    }

    /** Bytes of the checkpoint, multi-token-prediction layers included. */
    static double checkpoint(Architecture arch, Family family, Layers layers, PartFormats formats) {
        double all = stored(arch, family, layers, true, true, Split.NONE, formats);
        double prediction = orZero(arch.numNextnPredictLayers());
        if (prediction == 0) {
            return all;
        }
        // Makers of 4-bit builds leave the prediction layers as they are.
        boolean fourBit = formats.method().equals("nvfp4") || formats.method().equals("int4");
        PartFormats own = fourBit ? PartFormats.plain(formats.plainBytes()) : formats;
        double layer = attentionLayer(arch, family, Split.NONE, own, true)
                + (arch.mixtureOfExperts() ? expertLayer(arch, Split.NONE, own) : denseMlp(arch, family, Split.NONE, own));
        return all + prediction * layer;
    }

    /** Bytes of the checkpoint's tensors on one rank of a stage. */
    static double stored(Architecture arch, Family family, Layers stage, boolean first, boolean last, Split split,
            PartFormats formats) {
        double sum = stage.linear() * linearLayer(arch, split, formats);
        int attention = stage.full() + stage.sliding();
        if (attention > 0) {
            sum += stage.full() * attentionLayer(arch, family, split, formats, true)
                    + stage.sliding() * attentionLayer(arch, family, split, formats, false);
        }
        sum += stage.denseMlp() * denseMlp(arch, family, split, formats);
        if (arch.mixtureOfExperts()) {
            sum += stage.expertLayers() * (expertLayer(arch, split, formats)
                    + (family.mlpBesideExperts() ? denseMlp(arch, family, split, formats) : 0));
        }
        sum += stage.total() * family.normsPerLayer() * arch.hiddenSize() * formats.plainBytes();
        sum += embeddings(arch, first, last, split, formats);
        return sum + (first ? visionTower(arch, family, split, formats) : 0);
    }

    /** Bytes that the engine makes of them beside: rotary tables, 16-bit copies of MLA's up-projections. */
    static double derived(Architecture arch, Family family, Layers stage, Split split, PartFormats formats) {
        return rotaryTables(arch, family, formats) + (arch.mla() ? stage.total() * MlaWeights.copies(arch, split) : 0);
    }

    private static double embeddings(Architecture arch, boolean first, boolean last, Split split, PartFormats formats) {
        double rows = roundUp(arch.vocabSize(), VOCABULARY_PADDING) / split.tensor();
        double table = formats.plain().bytes(rows, arch.hiddenSize());
        boolean tied = Boolean.TRUE.equals(arch.tieWordEmbeddings());
        int tables = tied && first && last ? 1 : (first ? 1 : 0) + (last ? 1 : 0);
        return tables * table;
    }

    private static double attentionLayer(Architecture arch, Family family, Split split, PartFormats formats, boolean full) {
        if (arch.mla()) {
            return MlaWeights.layer(arch, family, split, formats);
        }
        boolean global = full && arch.globalHeadDim() != null;
        double head = global ? arch.globalHeadDim() : arch.headSize();
        int keyValueHeads = global && arch.numGlobalKeyValueHeads() != null ? arch.numGlobalKeyValueHeads() : arch.keyValueHeads();
        double queries = (double) arch.numAttentionHeads() / split.tensor() * head;
        double keysAndValues = 2 * split.keyValueHeads(keyValueHeads) * head;
        double columns = queries * (family.queryGate() ? 2 : 1) + keysAndValues;
        return formats.attention().bytes(columns, arch.hiddenSize()) + formats.attention().bytes(arch.hiddenSize(), queries)
                + (family.attentionBias() ? columns * formats.plainBytes() : 0);
    }

    /** Gated delta net: {@code vllm/model_executor/models/qwen3_next.py}. */
    private static double linearLayer(Architecture arch, Split split, PartFormats formats) {
        if (arch.linearNumValueHeads() == null || arch.linearValueHeadDim() == null) {
            return 0;
        }
        double keys = LinearState.keys(arch) / split.tensor();
        double values = LinearState.values(arch) / split.tensor();
        double convolution = (2 * keys + values) * LinearState.taps(arch);
        return formats.linear().bytes(2 * keys + 2 * values, arch.hiddenSize())
                + formats.plain().bytes(2.0 * arch.linearNumValueHeads() / split.tensor(), arch.hiddenSize())
                + formats.linear().bytes(arch.hiddenSize(), values) + convolution * formats.plainBytes();
    }

    private static double denseMlp(Architecture arch, Family family, Split split, PartFormats formats) {
        double width = (arch.intermediateSize() == null ? 0.0 : arch.intermediateSize()) / split.tensor();
        return projected(formats.mlp(), family.mlpMatrices() - 1, 1, width, arch.hiddenSize());
    }

    private static double expertLayer(Architecture arch, Split split, PartFormats formats) {
        double shared = sharedWidth(arch) / split.tensor();
        return routedExperts(arch, split, formats) + gated(formats.shared(), 1, shared, arch.hiddenSize())
                + formats.plain().bytes(arch.numExperts(), arch.hiddenSize());
    }

    /** Bytes of the routed experts of one layer on one rank. */
    static double routedExperts(Architecture arch, Split split, PartFormats formats) {
        double width = arch.moeIntermediateSize() != null ? arch.moeIntermediateSize() : orZero(arch.intermediateSize());
        double experts = arch.numExperts();
        double hidden = arch.hiddenSize();
        if (split.expertParallel()) {
            experts = Math.ceil(experts / split.expertRanks());
        } else {
            width /= split.tensor();
        }
        if (formats.experts() == NumberFormat.MXFP4 && formats.method().equals("mxfp4")) {
            width = roundUp(width, split.expertTile());
            hidden = roundUp(hidden, split.expertHiddenTile());
        }
        return gated(formats.experts(), experts, width, hidden);
    }

    static double sharedWidth(Architecture arch) {
        if (arch.sharedExpertIntermediateSize() != null) {
            return arch.sharedExpertIntermediateSize();
        }
        double one = arch.moeIntermediateSize() != null ? arch.moeIntermediateSize() : orZero(arch.intermediateSize());
        return orZero(arch.nSharedExperts()) * one;
    }

    /** Gate and up projection in one tensor, down projection in another. */
    private static double gated(NumberFormat format, double stack, double width, double hidden) {
        return projected(format, 2, stack, width, hidden);
    }

    /** So many projections into the MLP in one tensor, and one out of it. */
    private static double projected(NumberFormat format, int into, double stack, double width, double hidden) {
        return width == 0 ? 0 : format.bytes(stack, into * width, hidden) + format.bytes(stack, hidden, width);
    }

    /** Sines and cosines for every position of the model, {@code rotary_embedding/base.py}; one table serves all layers. */
    private static double rotaryTables(Architecture arch, Family family, PartFormats formats) {
        if (arch.maxPositionEmbeddings() == null) {
            return 0;
        }
        double width = arch.mla() ? 2.0 * orZero(arch.qkRopeHeadDim()) : arch.headSize() * family.rotaryShare();
        return family.rotaryTables() * arch.maxPositionEmbeddings() * width * formats.plainBytes();
    }

    private static double visionTower(Architecture arch, Family family, Split split, PartFormats formats) {
        double layers = arch.visionNumHiddenLayers() != null ? arch.visionNumHiddenLayers() : family.visionLayers();
        double width = arch.visionHiddenSize() != null ? arch.visionHiddenSize() : family.visionHidden();
        if (layers == 0 && width > 0) {
            layers = family.visionLayers();
        }
        double perLayer = width * width * (4 + family.visionIntermediate() * (family.visionGated() ? 3 : 2));
        double bridge = 2.0 * width * arch.hiddenSize();
        return (layers * perLayer + bridge) * formats.plainBytes() / (family.visionWhole() ? 1 : split.tensor());
    }

    static double roundUp(double value, double step) {
        return step <= 1 ? value : Math.ceil(value / step) * step;
    }

    static double orZero(Integer value) {
        return value == null ? 0 : value;
    }
}
