package dev.rayllm.operator.rollout;

import dev.rayllm.operator.api.v1alpha1.RolloutStrategy;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.observe.Observation;
import dev.rayllm.operator.observe.Observation.Service;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.RunningArguments;
import dev.rayllm.operator.render.Stamp;
import dev.rayllm.operator.rollout.Rollout.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides how a change reaches what runs. Pure: all that was decided before is read from the history. */
public final class Rollouts {

    private final RolloutInput in;

    private Rollouts(RolloutInput in) {
        this.in = in;
    }

    /** The decision for what is known now. */
    public static Rollout decide(RolloutInput in) {
        return new Rollouts(in).decide();
    }

    private Rollout decide() {
        Optional<Revision> good = in.history().lastGood();
        Revision failed = in.autoRollback() && good.isPresent()
                ? in.history().failed(in.generation()).orElse(null) : null;
        Rendering target = running(failed == null ? in.rendering() : good.orElseThrow().rendering());
        if (in.untouched() && failed == null) {
            return new Rollout(target, Step.APPLY, null, null, null, true, in.history());
        }
        String drop = unwantedPending(target);
        if (isThere(target)) {
            return new Rollout(target, Step.APPLY, null, failed, drop, false, in.history());
        }
        return newCluster(target, failed);
    }

    /** With the arguments that run, where only scaling options differ. */
    private Rendering running(Rendering wanted) {
        List<RayService> sources = new ArrayList<>();
        if (in.live() != null) {
            sources.add(in.live());
        }
        in.history().lastGood().ifPresent(r -> sources.add(r.rendering().service()));
        return new Rendering(RunningArguments.keep(wanted.service(), sources), wanted.pool());
    }

    /** Whether a cluster of this very shape serves or is coming. */
    private boolean isThere(Rendering target) {
        Service service = in.observation().service();
        return service != null && (isOf(service.active(), target) || isOf(service.pending(), target));
    }

    /**
     * A revert while a second cluster comes: KubeRay compares the spec with that one, and would make a third
     * (ray-project/kuberay#4989) if it were not told to forget it.
     */
    private String unwantedPending(Rendering target) {
        Service service = in.observation().service();
        boolean unwanted = service != null && service.pending() != null && service.active() != null
                && target.clusterHash().equals(service.active().hash());
        return unwanted ? service.pending().name() : null;
    }

    /** A cluster that the caches do not show yet is taken for what the service asks for. */
    private boolean isOf(Observation.Cluster cluster, Rendering target) {
        return cluster != null && target.clusterHash().equals(cluster.hash() != null || in.live() == null ? cluster.hash()
                : Stamp.annotation(in.live(), Labels.CLUSTER_HASH));
    }

    private Rollout newCluster(Rendering target, Revision failed) {
        Service service = in.observation().service();
        boolean recreate = in.strategy() == RolloutStrategy.RECREATE;
        if (service == null && recreate && in.pods() > 0) {
            return step(target, failed, Step.STOP_FIRST, "the earlier cluster stops first (rollout.strategy Recreate): "
                    + in.pods() + (in.pods() == 1 ? " pod is" : " pods are") + " ending");
        }
        if (service == null || service.active() == null && service.pending() == null) {
            return step(target, failed, Step.APPLY, null);
        }
        if (recreate) {
            return step(target, failed, Step.STOP_FIRST, "the earlier cluster stops first (rollout.strategy Recreate)");
        }
        Optional<String> shortage = new SurgeCheck(in, target).shortage();
        if (shortage.isEmpty()) {
            return step(target, failed, Step.APPLY, null);
        }
        return service.active() != null ? step(target, failed, Step.HOLD, shortage.get())
                : step(target, failed, Step.STOP_FIRST, "what did not come up stops first, as nothing serves and there is"
                        + " no room for both");
    }

    private Rollout step(Rendering target, Revision failed, Step step, String message) {
        return new Rollout(target, step, message, failed, null, false, in.history());
    }
}
