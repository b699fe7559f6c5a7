package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** Deployments in one namespace, as a user applies and looks at them. */
record Fixtures(KubernetesClient client, String namespace) {

    /** Applies an LlmDeployment with this spec, written in YAML's flow style. */
    LlmDeployment apply(String name, String spec) {
        LlmDeployment object = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: "
                + name + ", namespace: " + namespace + "}, spec: {" + spec + "}}", LlmDeployment.class);
        return client.resource(object).forceConflicts().serverSideApply();
    }

    LlmDeployment deployment(String name) {
        return client.resources(LlmDeployment.class).inNamespace(namespace).withName(name).get();
    }

    RayService service(String name) {
        return client.resources(RayService.class).inNamespace(namespace).withName(name).get();
    }

    NodePool pool(String name) {
        return client.resources(NodePool.class).withName(Names.nodePool(namespace, name)).get();
    }

    void delete(String name) {
        client.resources(LlmDeployment.class).inNamespace(namespace).withName(name).delete();
    }

    /** {@code status/reason} of a condition, or what is there in its place. */
    String condition(String name, String type) {
        LlmDeployment deployment = deployment(name);
        if (deployment == null || deployment.getStatus() == null) {
            return "no status";
        }
        return deployment.getStatus().conditions().stream().filter(c -> c.type().equals(type))
                .map(c -> c.status() + "/" + c.reason()).findFirst().orElse("no " + type);
    }

    /** The phase, or null while there is none. */
    Phase phase(String name) {
        LlmDeployment deployment = deployment(name);
        return deployment == null || deployment.getStatus() == null ? null : deployment.getStatus().phase();
    }

    /** Deletes all deployments and waits until they are gone; nodes may take their time. */
    void deleteAll() {
        client.resources(LlmDeployment.class).inNamespace(namespace).delete();
        Awaitility.await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(200)).until(() ->
                client.resources(LlmDeployment.class).inNamespace(namespace).list().getItems().isEmpty());
    }

    String message(String name, String type) {
        return deployment(name).getStatus().conditions().stream().filter(c -> c.type().equals(type))
                .map(Condition::message).findFirst().orElse("");
    }

    /** Plays KubeRay: writes the status of the RayService. */
    void kubeRaySays(String name, String status) {
        RayService service = service(name);
        RayService patch = Serialization.unmarshal("---\n{apiVersion: ray.io/v1, kind: RayService, metadata: {name: " + name
                + ", namespace: " + namespace + "}, status: {observedGeneration: "
                + service.getMetadata().getGeneration() + ", " + status + "}}", RayService.class);
        client.resource(patch).patchStatus();
    }

    static void eventually(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(100)).untilAsserted(assertion);
    }
}
