package dev.rayllm.operator.plan.sizing.fit;

import dev.rayllm.operator.plan.sizing.NonTorchModel;
import dev.rayllm.operator.plan.sizing.records.Judgement;
import dev.rayllm.operator.plan.sizing.records.OddRecordException;
import dev.rayllm.operator.plan.sizing.records.StartRecord;

/**
 * What one record measured, beside the settings with which it did. NaN where it logged nothing.
 *
 * @param source     where the record was published: one harness, issue or file
 * @param settings   what the model is asked with
 * @param activation activation peak, GiB
 * @param nonTorch   memory outside the allocator, GiB
 * @param graphs     estimate of the CUDA graphs, or what they took
 * @param overhead   budget less weights and cache, when the record logs both and states its utilisation
 */
public record Observation(String source, Judgement settings, double activation, double nonTorch, double graphs, double overhead) {

    /** Reads a record; null when it measured nothing that can be fitted. */
    static Observation of(StartRecord row, Judgement judged) {
        if (!judged.supported() || judged.shape().pipelineParallelSize() > 1
                || row.text("vllm_version").toLowerCase(java.util.Locale.ROOT).contains("fork")
                || NonTorchModel.linkless(judged.shape(), judged.gpu())) {
            return null;
        }
        try {
            double graphs = row.number("cuda_graph_est_gib");
            double left = row.has("gpu_memory_utilization")
                    ? judged.estimate().budget() - row.number("weights_gib") - row.number("kv_gib") : Double.NaN;
            return new Observation(source(row), judged, row.number("activation_gib"), row.number("non_torch_gib"),
                    Double.isNaN(graphs) ? row.number("cuda_graph_gib") : graphs, left);
        } catch (OddRecordException e) {
            return null;
        }
    }

    /** The publication without the file or comment within it. */
    public static String source(StartRecord row) {
        return row.text("source").replaceAll("\\s*\\(.*", "");
    }
}
