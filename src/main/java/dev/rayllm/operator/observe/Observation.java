package dev.rayllm.operator.observe;

import java.util.List;

/**
 * What the cluster shows of one deployment's children.
 *
 * @param kubeRayInstalled   whether the RayService kind is served
 * @param karpenterInstalled whether the NodePool kind is served
 * @param service            the RayService, or null when there is none
 * @param pool               the NodePool, or null when there is none
 * @param clusters           the RayClusters of the deployment, those that are being replaced included
 * @param capacity           its nodes, and the pods that want them
 * @param gateway            the gateway in front of the model, or null when there is none
 */
public record Observation(boolean kubeRayInstalled, boolean karpenterInstalled, Service service, Pool pool,
        List<Live> clusters, Capacity capacity, Gateway gateway) {

    public Observation {
        clusters = List.copyOf(clusters);
    }

    /** Without nodes and without a gateway. */
    public Observation(boolean kubeRayInstalled, boolean karpenterInstalled, Service service, Pool pool,
            List<Live> clusters) {
        this(kubeRayInstalled, karpenterInstalled, service, pool, clusters, Capacity.none());
    }

    /** Without a gateway. */
    public Observation(boolean kubeRayInstalled, boolean karpenterInstalled, Service service, Pool pool,
            List<Live> clusters, Capacity capacity) {
        this(kubeRayInstalled, karpenterInstalled, service, pool, clusters, capacity, null);
    }

    /** Nothing is there. */
    public static Observation nothing() {
        return new Observation(true, true, null, null, List.of());
    }

    /**
     * A RayCluster as it is, which is not always what the RayService asks for.
     *
     * @param name          name of the RayCluster
     * @param hash          hash of what it was made from, or null when it carries none
     * @param minWorkers    fewest worker pods
     * @param maxWorkers    most worker pods
     * @param workers       worker pods that are wanted now
     * @param gpusPerWorker GPUs of one worker pod
     */
    public record Live(String name, String hash, int minWorkers, int maxWorkers, int workers, int gpusPerWorker) {
    }

    /**
     * A RayService.
     *
     * @param renderedGeneration generation of the deployment that it was rendered from; -1 when not known
     * @param judged             whether KubeRay has looked at its newest spec
     * @param refusal            why KubeRay refuses it, or null
     * @param upgrading          whether a second cluster is being brought up
     * @param endpoints          ready endpoints of the serve Service
     * @param active             the cluster that serves, or null
     * @param pending            the cluster that is coming, or null
     */
    public record Service(long renderedGeneration, boolean judged, String refusal, boolean upgrading, int endpoints,
            Cluster active, Cluster pending) {

        /** Whether it serves with all workers that are wanted, and nothing is on its way. */
        public boolean isWell() {
            return refusal == null && !upgrading && pending == null && active != null && endpoints > 0
                    && "RUNNING".equals(active.application()) && active.readyWorkers() >= active.desiredWorkers()
                    && active.deployments().stream().allMatch(d -> !"UNHEALTHY".equals(d.status()));
        }
    }

    /**
     * A Ray cluster with the application on it.
     *
     * @param name           name of the RayCluster
     * @param hash           hash of what it was made from, or null when that is not known
     * @param application  Ray's word for the application's state, or null when it is not reported
     * @param message      Ray's message
     * @param deployments  states of its deployments
     * @param readyWorkers   worker pods that are ready
     * @param desiredWorkers worker pods that are wanted
     */
    public record Cluster(String name, String hash, String application, String message, List<Deployment> deployments,
            int readyWorkers, int desiredWorkers) {

        public Cluster {
            deployments = List.copyOf(deployments);
        }
    }

    /** A Serve deployment with Ray's word for its state. */
    public record Deployment(String name, String status, String message) {
    }

    /**
     * A gateway.
     *
     * @param ready  pods that are ready
     * @param wanted pods that are wanted
     * @param key    what was found of the provider's key
     */
    public record Gateway(int ready, int wanted, ProviderKey key) {
    }

    /** What was found of the key that the gateway shows to the provider. */
    public enum ProviderKey {
        /** It is there, or none is asked for, or it may not be looked at. */
        USABLE,
        /** There is none, or an empty one. */
        MISSING,
        /** It cannot stand in a header. */
        MALFORMED
    }

    /**
     * A NodePool.
     *
     * @param ready  True, False or Unknown, as Karpenter says
     * @param reason why not, or null
     * @param message words of Karpenter, or null
     * @param nodeClassMissing whether the node class is what is not ready
     */
    public record Pool(String ready, String reason, String message, boolean nodeClassMissing) {
    }
}
