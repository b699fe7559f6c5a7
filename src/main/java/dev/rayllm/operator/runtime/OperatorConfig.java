package dev.rayllm.operator.runtime;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** What the platform team configures once; as environment variables {@code RAYLLM_…}. */
@ConfigMapping(prefix = "rayllm")
public interface OperatorConfig {

    /** Node class for deployments that name none. */
    NodeClass nodeClass();

    /** Name of the runtime row for deployments that name none; default the table's own. */
    Optional<String> runtime();

    /** Disk that a node has for pods, GiB, when known. */
    Optional<Integer> nodeDiskGib();

    /** CSV file with further instance rows, usually mounted from a ConfigMap. */
    Optional<String> instancesFile();

    /** Whether NodePools may be made: false on clusters where the operator has no right to. */
    @WithDefault("true")
    boolean karpenter();

    /** Whether our CRDs are brought up to this release at the start; it takes the right to patch them. */
    @WithDefault("false")
    boolean crdsUpgrade();

    /** Whether PodMonitors, PrometheusRules and dashboards may be made: false where the operator has no right to. */
    @WithDefault("true")
    boolean monitoring();

    /** Namespace of the lease by which one of several replicas leads; absent for a single replica. */
    Optional<String> leaseNamespace();

    /** Whether each line of the log is a JSON object. */
    @WithDefault("false")
    boolean logJson();

    /** File with lines {@code CATEGORY=LEVEL}, read again while the operator runs; usually mounted from a ConfigMap. */
    Optional<String> logLevelsFile();

    /** A node class; all three parts or none. */
    interface NodeClass {

        /** API group. */
        Optional<String> group();

        /** Kind. */
        Optional<String> kind();

        /** Name. */
        Optional<String> name();
    }
}
