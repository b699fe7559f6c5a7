package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A virtual cluster: a real control plane with the real Karpenter and the real KubeRay, on nodes and pods that are only
 * played, and with a stand-in for Ray. {@code hack/lab/README.md} says what is real in it, and which annotations and
 * image names make nodes and pods fail.
 *
 * <p>One per JVM, apart from the one that {@link ApiServer#get()} starts: {@link #get()} starts it when it is first
 * needed, and it ends with the JVM. Tests that change faults or rules must undo that ({@link #reset()}).
 */
public final class Lab {

  private static final String DIRECTORY_PROPERTY = "rayllm.test.lab.directory";
  private static final int SHOWN_EVENTS = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ApiServer server;
  private final URI serve;

  private Lab(ApiServer server) {
    this.server = server;
    this.serve = URI.create(property(server.directory().resolve("lab.properties"), "serve"));
  }

  /** The programs of the lab that can be ended and started again. */
  public enum Program {
    KUBERAY("kuberay"),
    KARPENTER("karpenter"),
    KWOK("kwok"),
    SERVE("serve"),
    SCHEDULER("kube-scheduler"),
    CONTROLLER_MANAGER("kube-controller-manager");

    private final String label;

    Program(String label) {
      this.label = label;
    }
  }

  /**
   * The lab of this JVM. The first call starts it, which takes some seconds, or some minutes if its programs have to be
   * built first.
   *
   * @throws IllegalStateException if it does not start; the message says why
   */
  public static Lab get() {
    return new Lab(ApiServer.getOrStart(DIRECTORY_PROPERTY, "lab", "--lab"));
  }

  /** The API server. */
  public ApiServer server() {
    return server;
  }

  /** What steers the stand-in for Ray. */
  public ServeControl serve() {
    return new ServeControl(serve);
  }

  /** What makes the cloud behind Karpenter fail. */
  public CloudControl cloud() {
    return new CloudControl(server);
  }

  /** A client that reaches Services as from inside the cluster: {@code http://NAME.NAMESPACE.svc.cluster.local:8000}. */
  public HttpClient insideCluster() {
    return HttpClient.newBuilder()
        .proxy(ProxySelector.of(new InetSocketAddress(serve.getHost(), serve.getPort())))
        .build();
  }

  /** Takes back all rules, loads and faults. */
  public void reset() {
    serve().reset();
    cloud().reset();
  }

  /** Ends a program, as when its pod is gone. */
  public void stop(Program program) {
    ClusterScript.run("stop", "--dir", server.directory().toString(), program.label);
  }

  /** Starts a program that was {@linkplain #stop ended}. */
  public void start(Program program) {
    ClusterScript.run("start", "--dir", server.directory().toString(), program.label);
  }

  /** The log of a program. */
  public Path log(Program program) {
    return server.directory().resolve("logs").resolve(program.label + ".log");
  }

  /**
   * Removes all nodes and waits until they are gone. Karpenter removes an empty node itself, but takes half a minute; a
   * test that asserts that a node comes must not get the one of the test before.
   */
  public void removeNodes() {
    Instant deadline = Instant.now().plus(PATIENCE);
    try (KubernetesClient client = server.client()) {
      client.genericKubernetesResources("karpenter.sh/v1", "NodeClaim").delete();
      while (!client.nodes().list().getItems().isEmpty()) {
        if (Instant.now().isAfter(deadline)) {
          throw new IllegalStateException("there are still nodes after " + PATIENCE + ":\n" + describe());
        }
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
      }
    }
  }

  /** What is in the lab, for people who look for the cause of a failure. */
  public String describe() {
    try (KubernetesClient client = server.client()) {
      Stream<String> objects =
          Stream.of(
                  "karpenter.sh/v1:NodePool", "karpenter.sh/v1:NodeClaim", "ray.io/v1:RayService", "ray.io/v1:RayCluster")
              .map(kind -> kind.split(":"))
              .flatMap(
                  kind ->
                      client.genericKubernetesResources(kind[0], kind[1]).inAnyNamespace().list().getItems().stream())
              .map(
                  object ->
                      "%s %s/%s %s"
                          .formatted(
                              object.getKind(),
                              object.getMetadata().getNamespace(),
                              object.getMetadata().getName(),
                              object.getAdditionalProperties().get("status")));
      Stream<String> nodes =
          client.nodes().list().getItems().stream()
              .map(
                  node ->
                      "Node %s %s %s"
                          .formatted(
                              node.getMetadata().getName(),
                              node.getMetadata().getLabels().get("node.kubernetes.io/instance-type"),
                              node.getSpec().getTaints()));
      Stream<String> pods =
          client.pods().inAnyNamespace().list().getItems().stream()
              .map(
                  pod ->
                      "Pod %s/%s on %s: %s"
                          .formatted(
                              pod.getMetadata().getNamespace(),
                              pod.getMetadata().getName(),
                              pod.getSpec().getNodeName(),
                              pod.getStatus().getPhase()));
      List<String> events =
          client.v1().events().inAnyNamespace().list().getItems().stream()
              .sorted(Comparator.comparing(event -> event.getMetadata().getCreationTimestamp()))
              .map(
                  event ->
                      "Event %s %s/%s %s: %s"
                          .formatted(
                              event.getMetadata().getCreationTimestamp(),
                              event.getInvolvedObject().getKind(),
                              event.getInvolvedObject().getName(),
                              event.getReason(),
                              event.getMessage()))
              .toList();
      return Stream.of(
              objects,
              nodes,
              pods,
              events.subList(Math.max(0, events.size() - SHOWN_EVENTS), events.size()).stream(),
              Stream.of("Serve " + serve().state()))
          .flatMap(lines -> lines)
          .collect(Collectors.joining("\n", "In the lab:\n", "\n"));
    }
  }

  private static String property(Path file, String key) {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty(key);
  }
}
