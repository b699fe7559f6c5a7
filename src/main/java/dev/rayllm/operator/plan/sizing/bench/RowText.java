package dev.rayllm.operator.plan.sizing.bench;

import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import java.util.Locale;

/** How the benchmark prints one record. */
final class RowText {

    private RowText() {
    }

    static String start(BenchSizing.Row r) {
        return r.record().text("id") + " " + r.record().text("model") + ": said "
                + (r.judged().starts() ? "yes" : "no (" + r.judged().reason() + ")") + "; was " + r.record().text("outcome") + " ("
                + r.record().text("error_gist") + ")";
    }

    static String terms(BenchSizing.Row r) {
        MemoryEstimate e = r.judged().estimate();
        EngineShape s = r.judged().shape();
        return String.format(Locale.ROOT, "  %-13s %-32s %-18s vLLM %s TP%d PP%d seqs %d tokens/step %d util %.3f%n"
                + "      tokens %d, logged %.0f (%+.1f%%) | weights %.2f/%s activation %.2f/%s other %.2f/%s graphs %.2f/%s cache %.2f/%s",
                r.record().text("id"), shortened(r.record().text("model"), 32), shortened(r.record().text("gpu"), 18), s.vllmVersion(),
                s.tensorParallelSize(), s.pipelineParallelSize(), s.maxNumSeqs(), s.maxNumBatchedTokens(), s.gpuMemoryUtilization(),
                e.kvCacheTokens(), r.truth().tokens(), 100 * (e.kvCacheTokens() / r.truth().tokens() - 1), e.weights(),
                logged(r, "weights_gib"), e.activation(), logged(r, "activation_gib"), e.nonTorch(), logged(r, "non_torch_gib"),
                e.cudaGraphs(), logged(r, "cuda_graph_gib"), e.kvCache(), logged(r, "kv_gib"));
    }

    private static String logged(BenchSizing.Row r, String column) {
        return r.record().has(column) ? r.record().text(column) : "-";
    }

    private static String shortened(String text, int length) {
        String name = text.substring(text.lastIndexOf('/') + 1);
        return name.length() <= length ? name : name.substring(0, length);
    }
}
