package dev.rayllm.operator.render;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;

/** What head and workers have in common. */
final class Pods {

    /** Longest that running requests may take to end; the old cluster is kept as long (ray-project/ray#64181). */
    static final long GRACE_SECONDS = 120;
    /** Dashboard agent of each Ray node. */
    private static final int AGENT_PORT = 52365;
    private static final int DASHBOARD_PORT = 8265;
    /** User and group of the images of the runtime table. */
    private static final long RAY_USER = 1000;
    private static final long RAY_GROUP = 100;

    private Pods() {
    }

    static ContainerPort port(String name, int number) {
        return new ContainerPortBuilder().withName(name).withContainerPort(number).withProtocol("TCP").build();
    }

    /** Meets the restricted pod security standard. */
    static PodSecurityContext podSecurity() {
        return new PodSecurityContextBuilder().withRunAsNonRoot(true).withRunAsUser(RAY_USER)
                .withRunAsGroup(RAY_GROUP).withFsGroup(RAY_GROUP)
                .withNewSeccompProfile().withType("RuntimeDefault").endSeccompProfile().build();
    }

    /** Meets the restricted pod security standard. */
    static SecurityContext containerSecurity() {
        return new SecurityContextBuilder().withAllowPrivilegeEscalation(false).withRunAsNonRoot(true)
                .withNewCapabilities().addToDrop("ALL").endCapabilities()
                .withNewSeccompProfile().withType("RuntimeDefault").endSeccompProfile().build();
    }

    /** The Ray node is up: asked by the kubelet over HTTP, as images may lack wget and bash. */
    static Probe rayletProbe(int periodSeconds, int failureThreshold) {
        return http("/api/local_raylet_healthz", AGENT_PORT, periodSeconds, failureThreshold);
    }

    /** The global control store of the head is up. */
    static Probe controlStoreProbe(int periodSeconds, int failureThreshold) {
        return http("/api/gcs_healthz", DASHBOARD_PORT, periodSeconds, failureThreshold);
    }

    /**
     * The Serve proxy of this node takes requests. A node without a Serve replica has none and stays out of the
     * Service, as it must: connections to it would be refused.
     */
    static Probe proxyProbe() {
        return http("/-/healthz", Names.SERVE_PORT, 5, 2);
    }

    private static Probe http(String path, int port, int periodSeconds, int failureThreshold) {
        return new ProbeBuilder().withNewHttpGet().withPath(path).withNewPort(port).endHttpGet()
                .withPeriodSeconds(periodSeconds).withTimeoutSeconds(5).withFailureThreshold(failureThreshold).build();
    }
}
