package dev.rayllm.operator.cluster;

import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;

/** Plays kubelet and KubeRay: pods of a deployment that fail, and what is told of those that are gone. */
public final class FailedPods {

    private FailedPods() {
    }

    /** A worker pod with this state of its Ray container, written in YAML's flow style. */
    public static Pod failed(KubernetesClient client, String namespace, String deployment, String name, String state) {
        Pod pod = Serialization.unmarshal("---\n{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: "
                + namespace + ", labels: {" + Labels.MANAGED_BY + ": " + Labels.OPERATOR + ", " + Labels.DEPLOYMENT + ": "
                + deployment + ", " + Labels.ROLE + ": worker, ray.io/cluster: c1}}, spec: {restartPolicy: Never,"
                + " automountServiceAccountToken: false, containers: [{name: ray-worker, image: x}]}}", Pod.class);
        client.resource(pod).serverSideApply();
        return state(client, namespace, name, state);
    }

    /** Changes the state of its Ray container. */
    public static Pod state(KubernetesClient client, String namespace, String name, String state) {
        Pod status = Serialization.unmarshal("---\n{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: "
                + namespace + "}, status: {phase: Pending, containerStatuses: [{name: ray-worker, image: x, imageID: '',"
                + " ready: false, restartCount: 0, " + state.substring(1, state.length() - 1) + "}]}}", Pod.class);
        return client.resource(status).patchStatus();
    }

    /** The event that KubeRay 1.7 writes when it deletes a worker that failed. */
    public static void deleted(KubernetesClient client, String namespace, String name, int exitCode, String reason) {
        String now = Instant.now().toString();
        client.resource(new EventBuilder().withNewMetadata().withGenerateName("c1.").withNamespace(namespace).endMetadata()
                .withNewInvolvedObject().withApiVersion("ray.io/v1").withKind("RayCluster").withName("c1")
                .withNamespace(namespace).endInvolvedObject()
                .withType("Normal").withReason("DeletedWorkerPod").withFirstTimestamp(now).withLastTimestamp(now).withCount(1)
                .withMessage("Deleted worker Pod " + namespace + "/" + name + "; Pod status: Failed; Pod restart policy: Never;"
                        + " Ray container terminated status: &ContainerStateTerminated{ExitCode:" + exitCode
                        + ",Signal:0,Reason:" + reason + ",Message:,StartedAt:2026-11-30 09:11:40 +0000 UTC,"
                        + "FinishedAt:2026-11-30 09:13:40 +0000 UTC,ContainerID:containerd://4f2c,}")
                .withNewSource().withComponent("raycluster-controller").endSource().build()).create();
    }
}
