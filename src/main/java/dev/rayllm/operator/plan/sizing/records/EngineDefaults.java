package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.VllmVersion;
import java.util.Locale;

/**
 * What vLLM's API server sets when nothing is said.
 *
 * <p>Source: {@code EngineArgs.get_batch_defaults} of {@code vllm/engine/arg_utils.py}: large batches on GPUs of 70 GiB and more that
 * are not an A100 (from 0.9), larger ones from 160 GiB up (from 0.29).
 */
final class EngineDefaults {

    private EngineDefaults() {
    }

    static int maxNumSeqs(Gpu gpu, VllmVersion version) {
        return large(gpu) && version.atLeast(0, 9) ? 1024 : 256;
    }

    static int maxNumBatchedTokens(Gpu gpu, VllmVersion version) {
        if (gpu.memoryGib() >= 160 && version.atLeast(0, 29)) {
            return 16384;
        }
        return large(gpu) ? 8192 : 2048;
    }

    private static boolean large(Gpu gpu) {
        return gpu.memoryGib() >= 70 && !gpu.name().toLowerCase(Locale.ROOT).contains("a100");
    }
}
