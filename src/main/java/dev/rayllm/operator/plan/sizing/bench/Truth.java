package dev.rayllm.operator.plan.sizing.bench;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.plan.sizing.records.OddRecordException;
import dev.rayllm.operator.plan.sizing.records.StartRecord;

/**
 * What a record measured, as far as it can be scored. NaN where it logged nothing that can.
 *
 * @param weightsGib weights on a GPU
 * @param tokens     tokens that the cache holds: concurrency × context length where layers differ in kind, as logs of different
 *                   releases print different figures there; else the logged figure
 * @param started    whether the engine started
 * @param scored     whether the start bears on memory
 * @param memory     whether it failed for memory
 */
record Truth(double weightsGib, double tokens, boolean started, boolean scored, boolean memory) {

    static Truth of(StartRecord row, Architecture arch) {
        boolean measured = !row.text("evidence").equals("statement");
        boolean mixed = arch != null && (arch.slidingWindow() != null || arch.linearAttentionLayers() != null);
        // With data parallelism the logged concurrency is the sum over all engines.
        double concurrent = number(row, "dp") > 1 ? Double.NaN : number(row, "concurrency") * number(row, "max_model_len");
        double tokens = mixed && !Double.isNaN(concurrent) ? concurrent : number(row, "kv_tokens");
        String outcome = row.text("outcome");
        boolean memory = outcome.equals("kv_too_small") || outcome.startsWith("oom_load") || outcome.startsWith("oom_profile");
        boolean relevant = !row.text("sizing_relevant").equals("no") && !outcome.equals("other") && row.has("starts");
        return new Truth(measured ? number(row, "weights_gib") : Double.NaN, measured && tokens > 0 ? tokens : Double.NaN,
                row.yes("starts"), relevant, memory);
    }

    private static double number(StartRecord row, String column) {
        try {
            return row.number(column);
        } catch (OddRecordException e) {
            return Double.NaN;
        }
    }
}
