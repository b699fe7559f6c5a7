package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.catalog.InstanceType;
import java.util.Optional;

/**
 * CPU, memory and disk of one worker. A worker takes its share of the node, so that the node is full when its GPUs
 * are; what the share must hold at least is checked first.
 */
public final class WorkerSizing {

    /** Left for daemon sets: network, proxy, device plugin, metrics, log shipper. Cores and GiB. */
    private static final double DAEMON_CPU = 0.4;
    private static final double DAEMON_MEMORY_GIB = 0.75;
    /** Ray, Python and CUDA on the host, GiB: once and for each rank. */
    private static final double BASE_MEMORY_GIB = 4.0;
    private static final double RANK_MEMORY_GIB = 1.5;
    /** Weights are mapped, not copied, so that one file in flight bounds what the host must hold, GiB. */
    private static final double FILE_IN_FLIGHT_GIB = 5.0;
    /** Object store (2 GiB) and 1 GiB for each rank's messages. */
    private static final int SHARED_BASE_GIB = 2;
    /** The unpacked image and logs, GiB. */
    private static final int IMAGE_GIB = 30;
    private static final double DOWNLOAD_MARGIN = 1.2;
    private static final double GB_IN_GIB = 1e9 / (1L << 30);
    /** Compile caches beside the weights, GiB. */
    private static final int COMPILE_CACHE_GIB = 5;

    private WorkerSizing() {
    }

    /** Cores that Ray needs in the pod: one for each rank, one for the replica, one for an ingress replica. */
    public static int neededCpu(int tensorParallelSize) {
        return tensorParallelSize + 2;
    }

    /** Size of /dev/shm, GiB. */
    public static int sharedMemoryGib(int tensorParallelSize) {
        return SHARED_BASE_GIB + Math.max(2, tensorParallelSize);
    }

    /** Host memory that the pod needs at least, GiB. */
    public static int neededMemoryGib(int tensorParallelSize, double weightsGib) {
        return (int) Math.ceil(BASE_MEMORY_GIB + RANK_MEMORY_GIB * tensorParallelSize + SHARED_BASE_GIB
                + Math.min(weightsGib, FILE_IN_FLIGHT_GIB));
    }

    /** Room for weights and compile caches, GiB. */
    public static int cacheGib(double weightsGib) {
        return (int) Math.ceil(weightsGib * DOWNLOAD_MARGIN) + COMPILE_CACHE_GIB;
    }

    /** Ephemeral storage of the pod, GiB. */
    public static int diskGib(int cacheOnNodeGib) {
        return cacheOnNodeGib + IMAGE_GIB;
    }

    /** Cores of one worker's share of a node. */
    public static int shareCpu(InstanceType type, int workersPerNode) {
        return (int) Math.floor((type.cpuCores() - DAEMON_CPU) / workersPerNode);
    }

    /** Memory of one worker's share of a node, GiB. */
    public static int shareMemoryGib(InstanceType type, int workersPerNode) {
        return (int) Math.floor((type.memoryGib() - DAEMON_MEMORY_GIB) / workersPerNode);
    }

    /** Why a worker does not fit its share of the node, or empty. */
    static Optional<String> shareProblem(Candidate candidate, double weightsGib) {
        int cpu = shareCpu(candidate.type(), candidate.workersPerNode());
        int needCpu = neededCpu(candidate.tensorParallelSize());
        if (cpu < needCpu) {
            return Optional.of("worker needs " + needCpu + " CPUs, its share of the node is " + cpu);
        }
        int memory = shareMemoryGib(candidate.type(), candidate.workersPerNode());
        int needMemory = neededMemoryGib(candidate.tensorParallelSize(), weightsGib);
        return memory < needMemory
                ? Optional.of("worker needs " + needMemory + " GiB of host memory, its share of the node is " + memory
                        + " GiB")
                : Optional.empty();
    }

    /** Why the weights and the image of each worker do not fit the node's disk, or empty. */
    static Optional<String> diskProblem(Demand demand, Candidate candidate, double weightsGib) {
        Integer has = nodeDiskGib(demand, candidate);
        int disk = neededDiskGib(demand, candidate, weightsGib);
        return has != null && has < disk
                ? Optional.of("weights and image need " + disk + " GiB of disk, nodes have " + has)
                : Optional.empty();
    }

    /** Disk of a node that weights and image of all its workers take, GiB. */
    private static int neededDiskGib(Demand demand, Candidate candidate, double weightsGib) {
        return (demand.cacheOnNode() ? diskGib(cacheGib(weightsGib)) : IMAGE_GIB) * candidate.workersPerNode();
    }

    /** Disk of a node for pods: what the machine's row says, else what the platform team says; null when neither does. */
    private static Integer nodeDiskGib(Demand demand, Candidate candidate) {
        return candidate.type().nodeDiskGib() != null ? candidate.type().nodeDiskGib() : demand.nodeDiskGib();
    }

    /**
     * What to know of a disk that cannot be checked: the machine has a local one that would be too small, and nobody said what the
     * node gives to pods.
     */
    public static Optional<String> diskWarning(Demand demand, Candidate candidate, double weightsGib) {
        int local = (int) (candidate.type().localDiskGb() * GB_IN_GIB);
        int disk = neededDiskGib(demand, candidate, weightsGib);
        return nodeDiskGib(demand, candidate) != null || local == 0 || local >= disk ? Optional.empty()
                : Optional.of("DiskUnchecked: weights and image need " + disk + " GiB of disk on a node, the local disk of "
                        + candidate.type().name() + " has " + local + " and the size of the node's own volume is not known; say what"
                        + " nodes have for pods (--node-disk, RAYLLM_NODE_DISK_GIB, or node_disk_gib of the instance row), or keep the"
                        + " weights on a claim");
    }
}
