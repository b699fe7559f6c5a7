package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the cloud behind the lab's Karpenter fail. Faults belong to a node class (a {@code KWOKNodeClass}) and count
 * from the next launch on; {@link #reset()} ends all of them.
 */
public final class CloudControl {

  /** The node class for GPU pools that the lab comes with. */
  public static final String GPU_CLASS = "gpu";

  private static final String PREFIX = "lab.rayllm.dev/";

  private final ApiServer server;

  CloudControl(ApiServer server) {
    this.server = server;
  }

  /**
   * There is no capacity.
   *
   * @param nodeClass the node class
   * @param message what the cloud says when nothing is left
   * @param offerings what is exhausted: patterns {@code TYPE[:CAPACITY-TYPE[:ZONE]]} with the wildcards {@code *} and
   *     {@code ?}; none means all
   */
  public void insufficientCapacity(String nodeClass, String message, String... offerings) {
    Map<String, String> faults = new HashMap<>();
    faults.put("insufficient-capacity", message);
    if (offerings.length > 0) {
      faults.put("insufficient-capacity-for", String.join(",", offerings));
    }
    annotate(nodeClass, faults);
  }

  /**
   * How long an offering without capacity is not planned with after a failed launch. Karpenter's AWS provider does that
   * for three minutes; the lab, unless told so, not at all.
   */
  public void unavailableFor(String nodeClass, Duration duration) {
    annotate(nodeClass, Map.of("unavailable-for", duration.toSeconds() + "s"));
  }

  /** Launches fail for another reason, which shows in the condition Launched of the NodeClaims. */
  public void createError(String nodeClass, String reason, String message) {
    annotate(nodeClass, Map.of("create-error", reason + ": " + message));
  }

  /** New nodes come without some resources, as when the device plugin does not run. */
  public void missingResources(String nodeClass, String... resources) {
    annotate(nodeClass, Map.of("missing-resources", String.join(",", resources)));
  }

  /** The nodes of the class have drifted, as when an administrator changes the machine image. */
  public void drifted(String nodeClass, String reason) {
    annotate(nodeClass, Map.of("drifted", reason));
  }

  /** The node class is not ready, as when its image or its role does not exist. */
  public void notReady(String nodeClass, String reason, String message) {
    setReady(nodeClass, "False", reason, message);
  }

  /** Ends all faults of all node classes. */
  public void reset() {
    try (KubernetesClient client = server.client()) {
      for (GenericKubernetesResource nodeClass : classes(client).list().getItems()) {
        setReady(nodeClass.getMetadata().getName(), "True", "Ready", "");
        classes(client)
            .withName(nodeClass.getMetadata().getName())
            .edit(
                current -> {
                  if (current.getMetadata().getAnnotations() != null) {
                    current.getMetadata().getAnnotations().keySet().removeIf(key -> key.startsWith(PREFIX));
                  }
                  return current;
                });
      }
    }
  }

  private void setReady(String nodeClass, String status, String reason, String message) {
    Map<String, String> ready =
        Map.of(
            "type", "Ready",
            "status", status,
            "reason", reason,
            "message", message,
            "lastTransitionTime", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    try (KubernetesClient client = server.client()) {
      classes(client)
          .withName(nodeClass)
          .editStatus(
              current -> {
                current.setAdditionalProperty("status", Map.of("conditions", List.of(ready)));
                return current;
              });
    }
  }

  private void annotate(String nodeClass, Map<String, String> faults) {
    try (KubernetesClient client = server.client()) {
      classes(client)
          .withName(nodeClass)
          .edit(
              current -> {
                Map<String, String> annotations = new HashMap<>();
                if (current.getMetadata().getAnnotations() != null) {
                  annotations.putAll(current.getMetadata().getAnnotations());
                }
                faults.forEach((key, value) -> annotations.put(PREFIX + key, value));
                current.getMetadata().setAnnotations(annotations);
                return current;
              });
    }
  }

  private static MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      classes(KubernetesClient client) {
    return client.genericKubernetesResources("karpenter.kwok.sh/v1alpha1", "KWOKNodeClass");
  }
}
