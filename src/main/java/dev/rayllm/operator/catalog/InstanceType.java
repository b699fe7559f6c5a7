package dev.rayllm.operator.catalog;

/**
 * A machine with GPUs that a node provider offers, or that stands in the cluster.
 *
 * @param name               value of {@code node.kubernetes.io/instance-type}
 * @param gpu                name of its {@link Gpu}
 * @param gpuCount           GPUs of one machine
 * @param cpuCores           allocatable CPU, cores
 * @param memoryGib          allocatable memory, GiB
 * @param localDiskGb        local NVMe, GB (10⁹ bytes); 0 when it has none. Pods have it only where the node class sets it up for them
 * @param efaCount           Elastic Fabric Adapter interfaces
 * @param networkMbps        network bandwidth, Mbit/s; 0 when not known
 * @param onDemandUsdPerHour on-demand price, USD/h; NaN when not known
 * @param spotUsdPerHour     spot price, USD/h; NaN when not known
 * @param nodeDiskGib        disk that such a node has for pods, GiB; null when the row does not say
 */
public record InstanceType(
        String name,
        String gpu,
        int gpuCount,
        double cpuCores,
        double memoryGib,
        int localDiskGb,
        int efaCount,
        int networkMbps,
        double onDemandUsdPerHour,
        double spotUsdPerHour,
        Integer nodeDiskGib) {

    /** A machine whose disk for pods is not said. */
    public InstanceType(String name, String gpu, int gpuCount, double cpuCores, double memoryGib, int localDiskGb, int efaCount,
            int networkMbps, double onDemandUsdPerHour, double spotUsdPerHour) {
        this(name, gpu, gpuCount, cpuCores, memoryGib, localDiskGb, efaCount, networkMbps, onDemandUsdPerHour, spotUsdPerHour, null);
    }
}
