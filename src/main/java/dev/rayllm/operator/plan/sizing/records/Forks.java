package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import java.util.Locale;

/** Engines that are no release: what they changed is not known, so the margin for a start is wide. */
final class Forks {

    private static final double MARGIN = 0.07;

    private Forks() {
    }

    static String refusal(StartRecord row, MemoryEstimate estimate) {
        double margin = MARGIN * estimate.usable();
        boolean fork = row.text("vllm_version").toLowerCase(Locale.ROOT).contains("fork");
        return estimate.refusal() == null && fork && estimate.kvCache() < estimate.requestGib() + margin
                ? String.format(Locale.ROOT, "%.2f GiB of cache hold one request of %.2f GiB, but the engine is a fork and the estimate "
                        + "may err by %.2f GiB", estimate.kvCache(), estimate.requestGib(), margin)
                : estimate.refusal();
    }
}
