package dev.rayllm.operator.observe;

import dev.rayllm.operator.observe.Capacity.NodePod;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads a pod's way to a node. */
public final class NodePodReader {

    private NodePodReader() {
    }

    /**
     * What a pod shows.
     *
     * @param head   whether it is the Ray head
     * @param events events of reason {@link EventReader#FAILED_SCHEDULING} on it
     */
    public static NodePod read(Pod pod, boolean head, List<Event> events) {
        PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
        Event karpenter = events.stream().filter(EventReader::byKarpenter)
                .max(Comparator.comparing(EventReader::at)).orElse(null);
        String unschedulable = conditions(status)
                .filter(c -> "PodScheduled".equals(c.getType()) && "False".equals(c.getStatus()))
                .map(PodCondition::getMessage).findFirst().orElse(null);
        boolean ready = conditions(status).anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
        return new NodePod(pod.getMetadata().getName(), head, Times.of(pod.getMetadata().getCreationTimestamp()),
                pod.getSpec() == null ? null : pod.getSpec().getNodeName(), pulled(status), ready, unschedulable,
                karpenter == null ? null : karpenter.getMessage(), karpenter == null ? null : EventReader.at(karpenter));
    }

    /** All containers have one image: as soon as one has begun, the rest need not wait for it. */
    private static boolean pulled(PodStatus status) {
        return Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
                .filter(list -> list != null).flatMap(List::stream).anyMatch(NodePodReader::begun);
    }

    private static boolean begun(ContainerStatus container) {
        return container.getImageID() != null && !container.getImageID().isEmpty() || container.getState() != null
                && (container.getState().getRunning() != null || container.getState().getTerminated() != null);
    }

    private static Stream<PodCondition> conditions(PodStatus status) {
        return status.getConditions() == null ? Stream.of() : status.getConditions().stream();
    }
}
