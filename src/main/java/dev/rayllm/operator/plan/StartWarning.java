package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.plan.Plan.PoolPlan;
import java.time.Duration;
import java.util.List;

/** Whether the start budget can be enough: a rough figure on the fast side, so that only what cannot be is warned of. */
final class StartWarning {

    /** A machine boots and joins, and its image of some 10 GiB is pulled and unpacked. */
    private static final Duration NODE = Duration.ofMinutes(3);
    /** Ray starts, the engine measures its memory, compiles and captures its graphs. */
    private static final Duration ENGINE = Duration.ofMinutes(1);
    /** A good network, and a good disk, read so many GiB a second. */
    private static final double DOWNLOAD_GIB_S = 1;
    private static final double LOAD_GIB_S = 2;

    private StartWarning() {
    }

    /**
     * A warning, or nothing.
     *
     * @param weightsGib size of the checkpoint, GiB
     * @param download   whether it comes from the hub, and not from storage nearby
     */
    static List<String> of(double weightsGib, boolean download, PoolPlan pool, Duration budget) {
        double seconds = weightsGib / LOAD_GIB_S + (download ? weightsGib / DOWNLOAD_GIB_S : 0);
        Duration least = ENGINE.plusSeconds((long) seconds)
                .plus(pool.mode() == NodesMode.KARPENTER ? NODE : Duration.ZERO);
        if (budget.compareTo(least) >= 0) {
            return List.of();
        }
        long minutes = Math.ceilDiv(least.toSeconds(), 60);
        return List.of("rollout.startupDeadline " + Durations.text(budget) + " is less than the first start takes at best,"
                + " about " + minutes + "m (" + (pool.mode() == NodesMode.KARPENTER ? "a node with its image, " : "")
                + "the weights, the engine): it will be given up before it can serve");
    }
}
