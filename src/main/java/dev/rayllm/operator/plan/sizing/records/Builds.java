package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;

/** The architecture of the build that a record ran: that of its row, stored as the record says. */
final class Builds {

    private Builds() {
    }

    static Architecture quantised(Architecture arch, String rowName, StartRecord row) {
        String model = row.text("model");
        if (ModelNames.plain(rowName).equals(ModelNames.plain(model)) && arch.quantizationConfig() != null) {
            return arch;
        }
        QuantizationConfig found = QuantisationText.read(row.text("quantization") + " " + model);
        return found == null ? arch : with(arch, blocked(arch, found));
    }

    /** FP8 builds of experts and of the makers themselves have block scales; they differ by less than a thousandth. */
    private static QuantizationConfig blocked(Architecture arch, QuantizationConfig found) {
        QuantizationConfig own = arch.quantizationConfig();
        return own != null && own.quantMethod().equals(found.quantMethod()) ? own : found;
    }

    private static Architecture with(Architecture a, QuantizationConfig q) {
        return new Architecture(a.modelType(), a.hiddenSize(), a.numHiddenLayers(), a.numAttentionHeads(), a.numKeyValueHeads(),
                a.headDim(), a.intermediateSize(), a.vocabSize(), a.tieWordEmbeddings(), a.maxPositionEmbeddings(), a.torchDtype(),
                a.numExperts(), a.numExpertsPerTok(), a.moeIntermediateSize(), a.nSharedExperts(), a.sharedExpertIntermediateSize(),
                a.firstKDenseReplace(), a.kvLoraRank(), a.qLoraRank(), a.qkRopeHeadDim(), a.qkNopeHeadDim(), a.vHeadDim(),
                a.indexNHeads(), a.indexHeadDim(), a.slidingWindow(), a.fullAttentionLayers(), a.slidingAttentionLayers(),
                a.linearAttentionLayers(), a.linearNumKeyHeads(), a.linearNumValueHeads(), a.linearKeyHeadDim(),
                a.linearValueHeadDim(), a.linearConvKernelDim(), a.globalHeadDim(), a.numGlobalKeyValueHeads(),
                a.numNextnPredictLayers(), a.visionNumHiddenLayers(), a.visionHiddenSize(), q);
    }
}
