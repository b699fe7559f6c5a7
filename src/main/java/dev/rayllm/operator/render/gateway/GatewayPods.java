package dev.rayllm.operator.render.gateway;

import dev.rayllm.operator.plan.FallbackPlan;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The pods of a gateway. */
final class GatewayPods {

    static final String FRONT = "front";
    static final String OPS = "ops";

    /** User of the official image. */
    private static final long ENVOY_USER = 101;
    /** How long an ending pod goes on: the kubelet ends Envoy's streams with it. */
    private static final long DRAIN_SECONDS = 300;
    private static final long KILL_SECONDS = 30;
    private static final int HASH_LENGTH = 16;
    private static final String CONFIG_VOLUME = "config";
    private static final String KEY_VOLUME = "key";

    private GatewayPods() {
    }

    /** Labels that select the pods. */
    static Map<String, String> labels(String deployment) {
        return Labels.pod(deployment, Labels.GATEWAY_ROLE);
    }

    static PodTemplateSpec template(String deployment, FallbackPlan plan) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata().withLabels(labels(deployment))
                // What is read once, at the start. All else is read anew while it runs, and must not restart it.
                .withAnnotations(Map.of("rayllm.dev/bootstrap-hash",
                        Names.sha256(Bootstrap.of(plan)).substring(0, HASH_LENGTH))).endMetadata()
                .withNewSpec().withAutomountServiceAccountToken(false).withEnableServiceLinks(false)
                .withTerminationGracePeriodSeconds(DRAIN_SECONDS + KILL_SECONDS)
                .withSecurityContext(podSecurity())
                .withTopologySpreadConstraints(spread(deployment, "kubernetes.io/hostname"),
                        spread(deployment, "topology.kubernetes.io/zone"))
                .withContainers(container(plan)).withVolumes(volumes(deployment, plan)).endSpec().build();
    }

    private static Container container(FallbackPlan plan) {
        Quantity memory = new Quantity(plan.memoryMib() + "Mi");
        return new ContainerBuilder().withName("envoy").withImage(plan.image()).withCommand("envoy")
                .withArgs("-c", Files.CONFIG_FOLDER + "/" + Files.BOOTSTRAP, "--concurrency", "2",
                        // Only changes of the listeners take it; the default keeps the old ones for ten minutes.
                        "--drain-time-s", "60", "--disable-hot-restart", "--log-level", "warning")
                .withPorts(port(FRONT, Files.FRONT_PORT), port(OPS, Files.OPS_PORT))
                .withNewResources().addToRequests("cpu", new Quantity(plan.cpu())).addToRequests("memory", memory)
                .addToLimits("memory", memory).endResources()
                .withStartupProbe(probe(1, 60)).withReadinessProbe(probe(2, 2)).withLivenessProbe(probe(10, 6))
                .withNewLifecycle().withNewPreStop().withNewSleep().withSeconds(DRAIN_SECONDS).endSleep().endPreStop()
                .endLifecycle()
                .withNewSecurityContext().withAllowPrivilegeEscalation(false).withReadOnlyRootFilesystem(true)
                .withRunAsNonRoot(true).withNewCapabilities().addToDrop("ALL").endCapabilities()
                .withNewSeccompProfile().withType("RuntimeDefault").endSeccompProfile().endSecurityContext()
                .withVolumeMounts(mounts(plan)).build();
    }

    private static List<VolumeMount> mounts(FallbackPlan plan) {
        List<VolumeMount> mounts = new ArrayList<>();
        mounts.add(mount(CONFIG_VOLUME, Files.CONFIG_FOLDER));
        if (plan.key() != null) {
            mounts.add(mount(KEY_VOLUME, Files.KEY_FOLDER));
        }
        return mounts;
    }

    /** Whole folders: the kubelet swaps those, and never a single file that is mounted by itself. */
    private static VolumeMount mount(String volume, String folder) {
        return new VolumeMountBuilder().withName(volume).withMountPath(folder).withReadOnly(true).build();
    }

    private static List<Volume> volumes(String deployment, FallbackPlan plan) {
        List<Volume> volumes = new ArrayList<>();
        volumes.add(new VolumeBuilder().withName(CONFIG_VOLUME).withNewConfigMap().withName(Names.gateway(deployment))
                .endConfigMap().build());
        if (plan.key() != null) {
            // Optional: without a key the gateway starts, and the model goes on answering.
            volumes.add(new VolumeBuilder().withName(KEY_VOLUME).withNewSecret().withSecretName(plan.key().name())
                    .withOptional(true).addNewItem().withKey(plan.key().key())
                    .withPath(Files.KEY_NAME).endItem().endSecret().build());
        }
        return volumes;
    }

    /** Meets the restricted pod security standard. */
    private static PodSecurityContext podSecurity() {
        return new PodSecurityContextBuilder().withRunAsNonRoot(true).withRunAsUser(ENVOY_USER).withRunAsGroup(ENVOY_USER)
                .withFsGroup(ENVOY_USER).withNewSeccompProfile().withType("RuntimeDefault").endSeccompProfile().build();
    }

    private static TopologySpreadConstraint spread(String deployment, String over) {
        return new TopologySpreadConstraintBuilder().withMaxSkew(1).withTopologyKey(over)
                .withWhenUnsatisfiable("ScheduleAnyway").withNewLabelSelector().withMatchLabels(labels(deployment))
                .endLabelSelector().build();
    }

    private static ContainerPort port(String name, int number) {
        return new ContainerPortBuilder().withName(name).withContainerPort(number).withProtocol("TCP").build();
    }

    private static Probe probe(int periodSeconds, int failureThreshold) {
        return new ProbeBuilder().withNewHttpGet().withPath("/ready").withNewPort(OPS).endHttpGet()
                .withPeriodSeconds(periodSeconds).withTimeoutSeconds(2).withFailureThreshold(failureThreshold).build();
    }
}
