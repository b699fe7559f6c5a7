package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.condition.ServedKinds;
import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.observe.Capacity;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.LaunchFailure;
import dev.rayllm.operator.observe.Capacity.NodePod;
import dev.rayllm.operator.observe.EventReader;
import dev.rayllm.operator.observe.NodeClaimReader;
import dev.rayllm.operator.observe.NodePodReader;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.api.config.informer.FieldSelectorBuilder;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Watches what tells of nodes: our pods, Karpenter's machines for them, and the two kinds of events in which it says why
 * there is none. Read into {@link Capacity}.
 */
final class ClusterWatch {

    /** Events on cluster-scoped objects are kept here. */
    private static final String CLUSTER_EVENTS = "default";
    private static final String NODE_CLAIMS = "node-claims";

    private final boolean karpenter;
    private InformerEventSource<Pod, LlmDeployment> pods;
    private InformerEventSource<Event, LlmDeployment> unscheduled;
    private InformerEventSource<Event, LlmDeployment> launches;

    ClusterWatch(boolean karpenter) {
        this.karpenter = karpenter;
    }

    /** All but the machines, whose kind may come later. Gateway pods want no GPU node and are left out. */
    List<EventSource<?, LlmDeployment>> sources(EventSourceContext<LlmDeployment> context) {
        pods = new InformerEventSource<>(InformerEventSourceConfiguration.from(Pod.class, LlmDeployment.class)
                .withName("pods").withNamespacesInheritedFromController()
                .withLabelSelector(Labels.MANAGED_BY + "=" + Labels.OPERATOR + ","
                        + Labels.ROLE + "!=" + Labels.GATEWAY_ROLE)
                .withSecondaryToPrimaryMapper(ClusterWatch::owner).build(), context);
        unscheduled = new InformerEventSource<>(InformerEventSourceConfiguration.from(Event.class, LlmDeployment.class)
                .withName("unscheduled-pods").withNamespacesInheritedFromController()
                .withFieldSelector(new FieldSelectorBuilder().withField("involvedObject.kind", "Pod")
                        .withField("reason", EventReader.FAILED_SCHEDULING).build())
                .withSecondaryToPrimaryMapper(this::ownerOfPod).build(), context);
        List<EventSource<?, LlmDeployment>> all = new ArrayList<>(List.of(pods, unscheduled));
        if (karpenter) {
            launches = new InformerEventSource<>(InformerEventSourceConfiguration.from(Event.class, LlmDeployment.class)
                    .withName("failed-launches").withNamespaces(CLUSTER_EVENTS)
                    .withFieldSelector(new FieldSelectorBuilder().withField("involvedObject.kind", "NodeClaim")
                            .withField("reason", EventReader.INSUFFICIENT_CAPACITY).build())
                    .withSecondaryToPrimaryMapper(event -> owners(context.getPrimaryCache().list(), pool ->
                            EventReader.claimOfPool(event.getInvolvedObject().getName(), pool))).build(), context);
            all.add(launches);
        }
        return all;
    }

    /** What shows now. The machines are watched as soon as their kind is served, and no longer. */
    Capacity look(LlmDeployment deployment, Context<LlmDeployment> context) {
        String pool = Names.nodePool(deployment.getMetadata().getNamespace(), deployment.getMetadata().getName());
        List<NodePod> nodePods = pods(deployment).filter(ClusterWatch::lives)
                .map(p -> NodePodReader.read(p, "head".equals(label(p, Labels.ROLE)), events(p))).toList();
        return new Capacity(nodePods, claims(pool, context), failures(pool));
    }

    /** Pods of a deployment, those that are ending too. */
    Stream<Pod> pods(LlmDeployment deployment) {
        return pods.list(deployment.getMetadata().getNamespace(),
                p -> deployment.getMetadata().getName().equals(label(p, Labels.DEPLOYMENT)));
    }

    private static boolean lives(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return pod.getMetadata().getDeletionTimestamp() == null && !"Failed".equals(phase) && !"Succeeded".equals(phase);
    }

    private List<Event> events(Pod pod) {
        return unscheduled.list(pod.getMetadata().getNamespace(), e -> pod.getMetadata().getName()
                .equals(e.getInvolvedObject().getName())).toList();
    }

    private List<LaunchFailure> failures(String pool) {
        return launches == null ? List.of() : launches.list(CLUSTER_EVENTS, e -> EventReader.claimOfPool(
                e.getInvolvedObject().getName(), pool)).map(EventReader::launchFailure).toList();
    }

    private List<Claim> claims(String pool, Context<LlmDeployment> context) {
        if (!karpenter || !ServedKinds.nodeClaim(context.getClient())) {
            context.eventSourceRetriever().dynamicallyDeRegisterEventSource(NODE_CLAIMS);
            return List.of();
        }
        var source = (InformerEventSource<NodeClaim, LlmDeployment>) context.eventSourceRetriever()
                .dynamicallyRegisterEventSource(machines(context.eventSourceRetriever()
                        .eventSourceContextForDynamicRegistration()));
        return source.list(c -> pool.equals(label(c, Labels.POOL))).map(NodeClaimReader::read).toList();
    }

    /** Karpenter copies the labels of the pool's template to its machines. */
    private static InformerEventSource<NodeClaim, LlmDeployment> machines(EventSourceContext<LlmDeployment> context) {
        return new InformerEventSource<>(InformerEventSourceConfiguration.from(NodeClaim.class, LlmDeployment.class)
                .withName(NODE_CLAIMS).withWatchAllNamespaces().withLabelSelector(Labels.POOL)
                .withSecondaryToPrimaryMapper(claim -> owners(context.getPrimaryCache().list(),
                        label(claim, Labels.POOL)::equals)).build(), context);
    }

    private static Set<ResourceID> owner(HasMetadata child) {
        String name = label(child, Labels.DEPLOYMENT);
        return name == null ? Set.of() : Set.of(new ResourceID(name, child.getMetadata().getNamespace()));
    }

    private Set<ResourceID> ownerOfPod(Event event) {
        ObjectReference pod = event.getInvolvedObject();
        return pod.getName() == null ? Set.of() : pods.get(new ResourceID(pod.getName(), pod.getNamespace()))
                .map(ClusterWatch::owner).orElse(Set.of());
    }

    private static Set<ResourceID> owners(Stream<LlmDeployment> all, Predicate<String> pool) {
        return all.filter(d -> pool.test(Names.nodePool(d.getMetadata().getNamespace(), d.getMetadata().getName())))
                .map(ResourceID::fromResource).collect(Collectors.toSet());
    }

    private static String label(HasMetadata object, String name) {
        Map<String, String> labels = object.getMetadata().getLabels();
        return labels == null ? null : labels.get(name);
    }
}
