package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The real CRDs of the projects that the operator builds upon, read from their published sources (nothing of them is
 * copied into this repository). {@code hack/versions.env} names the versions.
 */
public enum ForeignCrds {
  /** KubeRay's RayService and RayCluster; not its job kinds, each of which would take the API server another second. */
  KUBERAY("kuberay", List.of("rayservices.ray.io", "rayclusters.ray.io")),

  /** Karpenter's NodePool and NodeClaim. */
  KARPENTER("karpenter", List.of("nodepools.karpenter.sh", "nodeclaims.karpenter.sh")),

  /** The Prometheus operator's kinds that we write. */
  PROMETHEUS("prometheus", List.of("podmonitors.monitoring.coreos.com", "prometheusrules.monitoring.coreos.com")),

  /** The same of 2021: an older CRD takes away in silence what it does not know. */
  PROMETHEUS_OF_2021("prometheus-old", PROMETHEUS.names);

  private static final String CRD_PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final String set;
  private final List<String> names;

  ForeignCrds(String set, List<String> names) {
    this.set = set;
    this.names = names;
  }

  /** Removes the CRDs, and with them all objects of their kinds, and waits until they are gone. */
  public void remove(KubernetesClient client) {
    names.stream().filter(name -> client.raw(CRD_PATH + "/" + name) != null)
        .forEach(name -> client.raw(CRD_PATH + "/" + name, "DELETE", null));
    Instant deadline = Instant.now().plus(PATIENCE);
    while (names.stream().anyMatch(name -> client.raw(CRD_PATH + "/" + name) != null)) {
      if (Instant.now().isAfter(deadline)) {
        throw new IllegalStateException("the CRDs " + names + " are still there after " + PATIENCE);
      }
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
  }

  /**
   * Installs the CRDs unless they are there already, and waits until the API server serves them.
   *
   * @param client a client that may create CRDs
   */
  public void install(KubernetesClient client) {
    List<String> missing = names.stream().filter(name -> client.raw(CRD_PATH + "/" + name) == null).toList();
    if (!missing.isEmpty()) {
      ClusterScript.run("crds", set).stream()
          .map(file -> read(Path.of(file)))
          .filter(crd -> missing.contains(name(crd)))
          .forEach(crd -> client.raw(CRD_PATH, "POST", lightened(crd)));
    }
    names.forEach(name -> waitUntilServed(client, name));
  }

  /** Being able to list the objects is more than the condition Established: requests are served, too. */
  private static void waitUntilServed(KubernetesClient client, String name) {
    Instant deadline = Instant.now().plus(PATIENCE);
    String plural = name.substring(0, name.indexOf('.'));
    String path = "/apis/" + name.substring(plural.length() + 1) + "/v1/" + plural + "?limit=1";
    while (client.raw(path) == null) {
      if (Instant.now().isAfter(deadline)) {
        throw new IllegalStateException("the CRD " + name + " is not served after " + PATIENCE);
      }
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> read(Path file) {
    try (InputStream yaml = Files.newInputStream(file)) {
      return Serialization.unmarshal(yaml, Map.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Map<String, Object> crd) {
    return (String) child(crd, "metadata").get("name");
  }

  /**
   * Takes out what no test needs and the API server would spend seconds on: the deprecated version v1alpha1 and the
   * descriptions. Everything that validates, defaults or prunes stays.
   */
  private static Map<String, Object> lightened(Map<String, Object> crd) {
    ((List<?>) child(crd, "spec").get("versions"))
        .removeIf(version -> version instanceof Map<?, ?> map && "v1alpha1".equals(map.get("name")));
    removeDescriptions(crd);
    return crd;
  }

  private static void removeDescriptions(Object node) {
    if (node instanceof Map<?, ?> map) {
      // A property that is named "description" has a schema, not a text.
      map.entrySet().removeIf(entry -> "description".equals(entry.getKey()) && entry.getValue() instanceof String);
      map.values().forEach(ForeignCrds::removeDescriptions);
    } else if (node instanceof List<?> list) {
      list.forEach(ForeignCrds::removeDescriptions);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> child(Map<String, Object> node, String key) {
    return (Map<String, Object>) node.get(key);
  }
}
