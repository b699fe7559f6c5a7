package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.controller.condition.ServedKinds;
import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.prometheus.PodMonitor;
import dev.rayllm.operator.foreign.prometheus.PrometheusRule;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes all that was made, in order: the service, then its pods, then the pool, then its nodes. One step a pass; a
 * kind that is not served, and an object that is not there, count as done.
 */
final class Teardown {

    private static final String NODE_POOL_LABEL = "karpenter.sh/nodepool";

    private final KubernetesClient client;
    private final LlmDeployment deployment;
    private final boolean karpenter;
    private final boolean monitoring;
    private final Instant now;
    private final String namespace;
    private final String name;
    private final LabelSelector gateway;

    Teardown(KubernetesClient client, LlmDeployment deployment, PlannerSettings settings, Instant now) {
        this.karpenter = settings.karpenter();
        this.monitoring = settings.monitoring();
        this.now = now;
        this.client = client;
        this.deployment = deployment;
        this.namespace = deployment.getMetadata().getNamespace();
        this.name = deployment.getMetadata().getName();
        this.gateway = new LabelSelectorBuilder().withMatchLabels(Labels.pod(name, Labels.GATEWAY_ROLE)).build();
    }

    /** What is still waited for. */
    record Remaining(Reason reason, String message) {
    }

    /** Takes the next step; empty when nothing is left. */
    Optional<Remaining> next() {
        gateway();
        Protection.lift(client, livePods().stream());
        watchers();
        return service().or(this::pods).or(this::pools).or(this::nodeClaims);
    }

    /** Deletes service, gateway and pool without waiting: for a deployment that is gone already. */
    void everything() {
        watchers();
        gateway();
        service();
        pools();
    }

    /** First of all: what goes by intent raises no alert. */
    private void watchers() {
        if (!monitoring || !ServedKinds.monitoring(client)) {
            return;
        }
        delete(client.resources(PodMonitor.class));
        delete(client.resources(PrometheusRule.class));
        delete(client.configMaps());
    }

    /** One by one: to delete a whole collection is a right of its own. */
    private <T extends HasMetadata> void delete(MixedOperation<T, ? extends KubernetesResourceList<T>, ?> kind) {
        kind.inNamespace(namespace).withLabels(Labels.child(name)).list().getItems()
                .forEach(child -> client.resource(child).delete());
    }

    /** Nothing waits for its pods: they hold no GPU, and end by themselves when their requests have. */
    private void gateway() {
        Stream.of(client.services(), client.apps().deployments(), client.policy().v1().podDisruptionBudget(),
                        client.configMaps())
                .map(kind -> kind.inNamespace(namespace).withLabelSelector(gateway).list())
                .flatMap(list -> list.getItems().stream().map(HasMetadata.class::cast))
                .filter(o -> o.getMetadata().getDeletionTimestamp() == null).filter(this::ofThis)
                .forEach(o -> client.resource(o).delete());
    }

    private Optional<Remaining> service() {
        if (!ServedKinds.rayService(client)) {
            return Optional.empty();
        }
        RayService service = client.resources(RayService.class).inNamespace(namespace)
                .withName(Names.rayService(name)).get();
        if (service == null || !ofThis(service)) {
            return Optional.empty();
        }
        if (service.getMetadata().getDeletionTimestamp() == null) {
            client.resource(service).delete();
        }
        boolean gone = client.resource(service).get() == null;
        return gone ? Optional.empty() : Optional.of(new Remaining(Reason.WAITING_FOR_PODS,
                "waiting for RayService " + name + " to go. If the KubeRay operator is gone for good, remove the"
                        + " finalizer ray.io/rayservice-finalizer from it"));
    }

    private boolean ofThis(HasMetadata child) {
        return child.getMetadata().getOwnerReferences().stream()
                .anyMatch(o -> o.getUid().equals(deployment.getMetadata().getUid()));
    }

    private Optional<Remaining> pods() {
        List<Pod> pods = livePods();
        return pods.isEmpty() ? Optional.empty() : Optional.of(new Remaining(Reason.WAITING_FOR_PODS,
                "waiting for " + counted(pods.size(), "pod") + " to end: " + names(pods)));
    }

    private List<Pod> livePods() {
        return client.pods().inNamespace(namespace).withLabel(Labels.MANAGED_BY, Labels.OPERATOR)
                .withLabel(Labels.DEPLOYMENT, name)
                .withLabelNotIn(Labels.ROLE, Labels.GATEWAY_ROLE).list().getItems();
    }

    /** By label, not by name: nothing of this deployment is left behind, whatever it was called. */
    private Optional<Remaining> pools() {
        if (!karpenter || !ServedKinds.nodePool(client)) {
            return Optional.empty();
        }
        List<NodePool> pools = pools(client);
        pools.stream().filter(p -> p.getMetadata().getDeletionTimestamp() == null)
                .forEach(p -> client.resource(p).delete());
        List<NodePool> left = skipped() ? List.of() : pools(client);
        return left.isEmpty() ? Optional.empty() : Optional.of(new Remaining(Reason.WAITING_FOR_NODE_CLAIMS,
                "waiting for NodePool " + names(left) + " to go"));
    }

    private List<NodePool> pools(KubernetesClient client) {
        return client.resources(NodePool.class).withLabel(Labels.MANAGED_BY, Labels.OPERATOR)
                .withLabel(Labels.OWNER_UID, deployment.getMetadata().getUid()).list().getItems();
    }

    private Optional<Remaining> nodeClaims() {
        return karpenter && ServedKinds.nodeClaim(client) && !skipped() ? new NodesLeft(deployment, now).of(client
                .resources(NodeClaim.class).withLabel(NODE_POOL_LABEL, Names.nodePool(namespace, name)).list().getItems())
                : Optional.empty();
    }

    /** An administrator's word that nobody need wait: the pool is deleted all the same. */
    private boolean skipped() {
        var annotations = deployment.getMetadata().getAnnotations();
        return annotations != null && "true".equals(annotations.get(Labels.SKIP_NODE_WAIT));
    }

    static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    static String names(List<? extends HasMetadata> objects) {
        return objects.stream().map(o -> o.getMetadata().getName()).sorted().limit(5)
                .collect(Collectors.joining(", ")) + (objects.size() > 5 ? ", …" : "");
    }
}
