package dev.rayllm.operator.plan.sizing.bench;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import dev.rayllm.operator.plan.sizing.records.Judgement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules of thumb to compare with, computed on the same records. Weights and cache are GiB of one GPU. */
final class Baselines {

    private static final Pattern NOMINAL = Pattern.compile("(\\d{1,3})\\s?GB");
    private static final double GIB = 1L << 30;

    /** Figures of a rule for one record. */
    record Figures(double weightsGib, double tokens) {
    }

    private Baselines() {
    }

    /** Parameters × 2 bytes or the quantised checkpoint; the rest of nominal memory × utilisation is cache. */
    static Figures plain(MemoryModel model, Judgement judged) {
        double weights = model.checkpointGib(judged.arch()) / ranks(judged);
        double cache = nominal(judged) * judged.shape().gpuMemoryUtilization() - weights;
        return new Figures(weights, tokens(judged, cache));
    }

    /** KAITO's estimator (presets/workspace/estimator/estimator.go at 056b828): utilisation fixed at 0.84. */
    static Figures kaito(MemoryModel model, Judgement judged) {
        double weights = model.checkpointGib(judged.arch()) / ranks(judged);
        double cache = (nominal(judged) * 0.84 - 2.3) / 1.05 - weights * 1.02;
        return new Figures(weights * 1.02, tokens(judged, cache));
    }

    private static int ranks(Judgement judged) {
        return judged.shape().tensorParallelSize() * judged.shape().pipelineParallelSize();
    }

    /** Every layer caches the whole context; heads are divided over all GPUs. */
    private static double tokens(Judgement judged, double cacheGib) {
        Architecture a = judged.arch();
        double bytes = judged.shape().kvCacheDtype().startsWith("fp8") ? 1 : 2;
        double row = a.mla() ? a.kvLoraRank() + (a.qkRopeHeadDim() == null ? 0 : a.qkRopeHeadDim())
                : 2.0 * a.keyValueHeads() * a.headSize() / ranks(judged);
        return Math.max(0, cacheGib) * GIB / (row * a.numHiddenLayers() * bytes);
    }

    private static double nominal(Judgement judged) {
        Matcher m = NOMINAL.matcher(judged.gpu().name());
        return m.find() ? Double.parseDouble(m.group(1)) : judged.gpu().memoryGib();
    }
}
