package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.plan.placement.Demand;
import dev.rayllm.operator.plan.placement.Obstacle;
import dev.rayllm.operator.plan.placement.Option;
import dev.rayllm.operator.plan.placement.Search;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.List;

/** Says why no accepted hardware carries a demand, what nearly does, and what would. */
record NothingFits(Search search, Settings settings, String profile, Demand demand, Search.Result result,
        List<Hardware> accepted) {

    /**
     * The refusal.
     *
     * @param sensible hardware that the profile would be given unasked
     */
    Refusal refusal(List<Hardware> sensible) {
        if (result.failing().isEmpty()) {
            return new Refusal(Reason.NO_MATCHING_HARDWARE, hardwareField(), "no accepted instance type allows the"
                    + " split that is asked for", "Leave tensorParallelSize and pipelineParallelSize out to have them"
                    + " chosen");
        }
        Option nearest = result.failing().get(0);
        boolean memory = nearest.obstacle() == Obstacle.MEMORY;
        return new Refusal(reason(nearest), field(nearest), profile
                + (memory ? " with " + demand.contextLength() + " tokens of context" : "") + " does not run on "
                + nearest.candidate().text() + ": " + nearest.refusal(),
                new Ways(search, settings, demand, accepted, sensible, memory).text(), RejectedOptions.failing(result));
    }

    private static Reason reason(Option nearest) {
        return switch (nearest.obstacle()) {
            case SPLIT -> Reason.TENSOR_PARALLEL_INVALID;
            case CARD -> Reason.UNSUPPORTED_ON_GPU;
            case FABRIC -> Reason.NO_MATCHING_HARDWARE;
            case NODE -> Reason.NODE_TOO_SMALL;
            case DISK -> Reason.DISK_TOO_SMALL;
            case MEMORY -> nearest.sized().estimate().kvCache() > 0 ? Reason.KV_CACHE_TOO_SMALL
                    : Reason.INSUFFICIENT_GPU_MEMORY;
        };
    }

    /** The field that narrowed the choice, most specific first. */
    private String field(Option nearest) {
        if (nearest.obstacle() == Obstacle.FABRIC) {
            return "spec.hardware.network.fabric";
        }
        if (nearest.obstacle() == Obstacle.SPLIT) {
            return "spec.engine.extraArgs";
        }
        if (nearest.obstacle() != Obstacle.MEMORY) {
            return hardwareField();
        }
        boolean starts = nearest.sized().estimate().starts();
        if (starts && settings.workload().concurrency() != null) {
            return "spec.workload.concurrency";
        }
        boolean weightsFit = nearest.sized().estimate().kvCache() > 0;
        if (weightsFit && settings.workload().contextLength() != null) {
            return "spec.workload.contextLength";
        }
        return settings.engine().tensorParallelSize() != null ? "spec.engine.tensorParallelSize" : hardwareField();
    }

    private String hardwareField() {
        if (!settings.hardware().instanceTypes().isEmpty()) {
            return "spec.hardware.instanceTypes";
        }
        return settings.hardware().gpus().isEmpty() ? "spec.model" : "spec.hardware.gpus";
    }
}
